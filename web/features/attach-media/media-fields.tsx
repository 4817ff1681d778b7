import { useCallback, useEffect, useState } from 'react';
import { PhotoField } from './photo-field.tsx';
import { VideoField } from './video-field.tsx';
import { VoiceField } from './voice-field.tsx';

/** URLs of uploads, or empty strings. `video_url` can be a link that is being typed. */
type MediaValues = { image_urls: readonly string[]; audio_url: string; video_url: string };
type Field = keyof MediaValues;

/** Photos, voice and video of an idea. Changes are updater functions, because uploads finish while other fields change. */
export const MediaFields = ({
  values,
  errors,
  onChange,
  onBusy,
}: {
  values: MediaValues;
  errors: { [Name in Field]?: string | undefined };
  onChange: (update: (values: MediaValues) => Partial<MediaValues>) => void;
  /** Whether something is still being recorded or uploaded. */
  onBusy: (busy: boolean) => void;
}) => {
  const [busy, setBusy] = useState<ReadonlySet<Field>>(new Set());

  const setFieldBusy = useCallback((field: Field, isBusy: boolean) => {
    setBusy((now) => {
      if (now.has(field) === isBusy) return now;
      const rest = [...now].filter((other) => other !== field);
      return new Set(isBusy ? [...rest, field] : rest);
    });
  }, []);
  const onPhotos = useCallback((isBusy: boolean) => setFieldBusy('image_urls', isBusy), [setFieldBusy]);
  const onVoice = useCallback((isBusy: boolean) => setFieldBusy('audio_url', isBusy), [setFieldBusy]);
  const onVideo = useCallback((isBusy: boolean) => setFieldBusy('video_url', isBusy), [setFieldBusy]);
  const anyBusy = busy.size > 0;
  useEffect(() => onBusy(anyBusy), [anyBusy, onBusy]);

  return (
    <div className="grid gap-5">
      <PhotoField
        urls={values.image_urls}
        onChange={(update) => onChange((now) => ({ image_urls: update(now.image_urls) }))}
        onUploading={onPhotos}
        error={errors.image_urls}
      />
      <VoiceField
        url={values.audio_url}
        onChange={(audio_url) => onChange(() => ({ audio_url }))}
        onUploading={onVoice}
        error={errors.audio_url}
      />
      <VideoField
        url={values.video_url}
        onChange={(video_url) => onChange(() => ({ video_url }))}
        onUploading={onVideo}
        error={errors.video_url}
      />
    </div>
  );
};
