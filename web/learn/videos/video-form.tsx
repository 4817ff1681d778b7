import { useId, useRef, useState } from 'react';
import {
  MAX_VIDEO_TITLE,
  type NewVideo,
  type Video,
  videoCategories,
} from '../../../contract/learn/videos.ts';
import { VideoField } from '../../media/video-field.tsx';
import { type SentContent, toSentContent } from '../../shared/api/api-request.ts';
import { useSubmit } from '../../shared/hooks/use-submit.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FormError } from '../../shared/ui/notice.tsx';
import { Select, toOptions } from '../../shared/ui/select.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { addVideo, changeVideo } from './use-videos.ts';

const emptyValues = { title: '', category: '', url: '' };

/** Adds or edits an own video. The server says what is missing or invalid. */
export const VideoForm = ({
  video,
  onDone,
}: {
  /** Null for a new one. */
  video: Video | null;
  onDone: () => void;
}) => {
  const heading = useId();
  const [values, setValues] = useState<typeof emptyValues>(video ?? emptyValues);
  const sent = useRef<SentContent>(null);
  const { form, errors, busy, onSubmit } = useSubmit(async () => {
    const { title, category, url } = values;
    const body = { title, category, url } as NewVideo;
    sent.current = toSentContent(body, sent.current);
    await (video ? changeVideo(video, body) : addVideo(body, sent.current.key));
    showToast({ title: video ? 'Video updated' : 'Video added', tone: 'success' });
    if (form.current) onDone();
  });
  const set = (name: keyof typeof values, value: string) => setValues((now) => ({ ...now, [name]: value }));
  const [uploading, setUploading] = useState(false);
  return (
    <form
      ref={form}
      aria-labelledby={heading}
      noValidate
      onSubmit={onSubmit}
      className="mb-5 grid gap-5 rounded-l border border-line-soft bg-surface p-4.5 shadow-lift sm:p-7"
    >
      <h2 id={heading} className="text-xl">
        {video ? 'Edit video' : 'Add a video'}
      </h2>
      <FormError>{errors.form}</FormError>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Field label="Title" error={errors.title}>
          <TextInput
            // The educator has just opened the form.
            autoFocus
            value={values.title}
            maxLength={MAX_VIDEO_TITLE}
            autoComplete="off"
            onChange={(event) => set('title', event.target.value)}
          />
        </Field>
        <Field label="Category" error={errors.category}>
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
      <VideoField
        url={values.url}
        onChange={(url) => set('url', url)}
        onUploading={setUploading}
        error={errors.url}
        required
      />
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
