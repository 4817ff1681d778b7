import { useEffect, useState } from 'react';
import { PhotoField } from './photo-field.tsx';
import { VideoField } from './video-field.tsx';
import { VoiceField } from './voice-field.tsx';

/** URLs of uploads, or empty strings. `video_url` can be a link that is being typed. */
type MediaValues = { image_urls: readonly string[]; audio_url: string; video_url: string };

/** Photos, voice and video of an idea. Changes are updater functions, because uploads finish while other fields change. */
export const MediaFields = ({
  values,
  errors,
  onChange,
  onBusy,
}: {
  values: MediaValues;
  errors: { [Name in keyof MediaValues]?: string | undefined };
  onChange: (update: (values: MediaValues) => Partial<MediaValues>) => void;
  /** Whether something is still being recorded or uploaded. */
  onBusy: (busy: boolean) => void;
}) => {
  const [photosBusy, setPhotosBusy] = useState(false);
  const [voiceBusy, setVoiceBusy] = useState(false);
  const [videoBusy, setVideoBusy] = useState(false);
  const busy = photosBusy || voiceBusy || videoBusy;
  useEffect(() => onBusy(busy), [busy, onBusy]);

  return (
    <div className="grid gap-5">
      <PhotoField
        urls={values.image_urls}
        onChange={(update) => onChange((now) => ({ image_urls: update(now.image_urls) }))}
        onUploading={setPhotosBusy}
        error={errors.image_urls}
      />
      <VoiceField
        url={values.audio_url}
        onChange={(audio_url) => onChange(() => ({ audio_url }))}
        onUploading={setVoiceBusy}
        error={errors.audio_url}
      />
      <VideoField
        url={values.video_url}
        onChange={(video_url) => onChange(() => ({ video_url }))}
        onUploading={setVideoBusy}
        error={errors.video_url}
      />
    </div>
  );
};
