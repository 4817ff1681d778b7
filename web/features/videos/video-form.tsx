import { type ReactNode, useId, useState } from 'react';
import { MAX_VIDEO_TITLE, type Video, videoCategories } from '../../../contract/videos.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FormError } from '../../shared/ui/notice.tsx';
import { Select, toOptions } from '../../shared/ui/select.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { useVideoForm } from './use-video-form.ts';

/** The field for a link or a file. Injected, because features do not import each other. */
type VideoUrlField = {
  url: string;
  onChange: (url: string) => void;
  onUploading: (uploading: boolean) => void;
  error: string | undefined;
};

/** Adds or edits an own video. */
export const VideoForm = ({
  video,
  renderUrlField,
  onDone,
}: {
  /** Null for a new one. */
  video: Video | null;
  renderUrlField: (field: VideoUrlField) => ReactNode;
  onDone: () => void;
}) => {
  const heading = useId();
  const { form, values, fieldErrors, formError, busy, set, submit } = useVideoForm(video, onDone);
  const [uploading, setUploading] = useState(false);
  return (
    <form
      ref={form}
      aria-labelledby={heading}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!uploading) void submit();
      }}
      className="mb-5 grid gap-5 rounded-l border border-line-soft bg-surface p-4.5 shadow-lift sm:p-7"
    >
      <h2 id={heading} className="text-xl">
        {video ? 'Edit video' : 'Add a video'}
      </h2>
      <FormError>{formError}</FormError>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Field label="Title" error={fieldErrors.title}>
          <TextInput
            // The educator has just opened the form.
            autoFocus
            value={values.title}
            maxLength={MAX_VIDEO_TITLE}
            autoComplete="off"
            onChange={(event) => set('title', event.target.value)}
          />
        </Field>
        <Field label="Category" error={fieldErrors.category}>
          <Select
            value={values.category}
            onChange={(event) => set('category', event.target.value)}
            options={toOptions(videoCategories)}
          >
            <option value="" disabled>
              Choose
            </option>
          </Select>
        </Field>
      </div>
      {renderUrlField({
        url: values.url,
        onChange: (url) => set('url', url),
        onUploading: setUploading,
        error: fieldErrors.url,
      })}
      <div className="flex gap-3 sm:justify-end">
        <Button onClick={onDone}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          disabled={uploading}
          className="min-w-0 flex-1 sm:flex-none"
        >
          {video ? 'Save changes' : 'Add video'}
        </Button>
      </div>
    </form>
  );
};
