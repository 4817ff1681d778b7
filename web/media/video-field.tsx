import { useEffect } from 'react';
import { findMediaKind } from '../../contract/media/media-names.ts';
import { apiUrl } from '../shared/api/api-base.ts';
import { Button } from '../shared/ui/button.tsx';
import { Field, FieldError } from '../shared/ui/field.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { TextInput } from '../shared/ui/text-input.tsx';
import { FieldLegend } from './field-parts.tsx';
import { PickFile } from './pick-file.tsx';
import { UploadLine } from './upload-line.tsx';
import { useFileUpload } from './use-file-upload.ts';

/** A video: an external link or an uploaded file. */
export const VideoField = ({
  url,
  onChange,
  onUploading,
  error,
  required = false,
}: {
  url: string;
  onChange: (url: string) => void;
  onUploading: (busy: boolean) => void;
  error: string | undefined;
  required?: boolean;
}) => {
  const upload = useFileUpload('video', onChange);
  const busy = upload.under !== null;

  useEffect(() => onUploading(busy), [busy, onUploading]);

  return (
    <div data-focus-region="">
      {findMediaKind(url) === 'video' ? (
        <fieldset className="grid min-w-0 justify-items-start gap-2">
          <FieldLegend optional={!required}>Video</FieldLegend>
          {/* biome-ignore lint/a11y/useMediaCaption: the educator's own file; what it explains is written in the notes. */}
          <video
            src={apiUrl(url)}
            controls
            preload="metadata"
            className="max-h-72 w-full rounded-m bg-sunken"
          />
          <Button size="s" variant="quiet" onClick={() => onChange('')}>
            <Icon name="trash" size={16} />
            Remove the video
          </Button>
          <FieldError id="" error={error} />
        </fieldset>
      ) : (
        <div className="grid gap-2">
          <Field label="Video link" error={error} optional={!required}>
            <TextInput
              name="video_url"
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              value={url}
              onChange={(event) => onChange(event.target.value)}
            />
          </Field>
          <UploadLine what="video" upload={upload} />
          {!busy && url === '' && (
            <div className="-mt-1">
              <PickFile
                icon="film"
                label="Or add a video file"
                accept="video/mp4,video/webm"
                onFile={(file) => void upload.send(file)}
              />
            </div>
          )}
        </div>
      )}
    </div>
  );
};
