import { useEffect, useId } from 'react';
import { Button } from '../shared/ui/button.tsx';
import { FieldError } from '../shared/ui/field.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { IconButton } from '../shared/ui/icon-button.tsx';
import { VoicePlayer } from '../shared/ui/voice-player.tsx';
import { FieldLegend } from './field-parts.tsx';
import { RecorderPanel } from './recorder-panel.tsx';
import { recordingFormat } from './recording-format.ts';
import { PickFile, UploadLine } from './upload-line.tsx';
import { useFileUpload } from './use-file-upload.ts';
import { useRecorder } from './use-recorder.ts';

/** The voice explanation: recorded in the browser, or an uploaded file. */
export const VoiceField = ({
  url,
  onChange,
  onUploading,
  error,
}: {
  url: string;
  onChange: (url: string) => void;
  onUploading: (busy: boolean) => void;
  error: string | undefined;
}) => {
  const id = useId();
  const upload = useFileUpload('audio', onChange);
  const recorder = useRecorder((recording) => void upload.send(recording));
  const canRecord = recordingFormat() !== null;
  const recording = recorder.state === 'recording' || recorder.state === 'paused';
  const busy = recording || upload.under !== null;

  useEffect(() => onUploading(busy), [busy, onUploading]);

  return (
    <fieldset
      data-focus-region=""
      aria-describedby={error ? `${id}-error` : undefined}
      className="grid min-w-0 gap-2"
    >
      <FieldLegend>Voice explanation</FieldLegend>
      {recording && <RecorderPanel recorder={recorder} />}
      <UploadLine what="recording" upload={upload} />
      {!busy && url && (
        <div className="flex min-w-0 items-center gap-2">
          <VoicePlayer src={url} className="grow" />
          <IconButton icon="trash" label="Remove the voice explanation" onClick={() => onChange('')} />
        </div>
      )}
      {!busy && !url && (
        <div className="flex min-h-14 flex-wrap items-center gap-2 rounded-control border border-dashed border-line p-1.5">
          {canRecord && (
            <Button
              busy={recorder.state === 'asking'}
              aria-invalid={error ? true : undefined}
              onClick={() => void recorder.start()}
            >
              <Icon name="mic" size={18} />
              Record
            </Button>
          )}
          <PickFile
            icon="plus"
            label="Add an audio file"
            accept="audio/*,.weba,.m4a"
            onFile={(file) => void upload.send(file)}
          />
        </div>
      )}
      <FieldError id={`${id}-error`} error={recorder.error ?? error} />
    </fieldset>
  );
};
