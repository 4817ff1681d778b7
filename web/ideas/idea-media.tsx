import { apiUrl } from '../shared/api/api-base.ts';
import { classNames } from '../shared/ui/class-names.ts';
import { Icon } from '../shared/ui/icon.tsx';
import { VoicePlayer } from '../shared/ui/voice-player.tsx';
import type { Idea } from './idea-model.ts';
import { usePhotoViewer } from './photos/photo-viewer.tsx';
import { splitPhotos } from './photos/photos.ts';

type PhotosProps = { pair: string; photos: readonly string[]; fullWidth: boolean };

const Photos = ({ pair, photos, fullWidth }: PhotosProps) => {
  const { open, viewer } = usePhotoViewer(pair, photos);
  return (
    <>
      <ul
        aria-label="Photos"
        className={classNames(
          'grid w-full',
          fullWidth ? 'gap-4' : 'grid-cols-[repeat(3,minmax(0,8rem))] gap-2',
        )}
      >
        {photos.map((photo, index) => (
          <li key={photo}>
            <button
              type="button"
              aria-label={`View photo ${index + 1} of ${photos.length} full size`}
              aria-haspopup="dialog"
              onClick={() => open(index)}
              className={classNames(
                'block w-full overflow-hidden border border-line-soft bg-sunken hover:border-edge',
                fullWidth ? 'rounded-m' : 'aspect-4/3 rounded-control',
              )}
            >
              <img
                src={apiUrl(photo)}
                alt=""
                loading="lazy"
                draggable={false}
                className={fullWidth ? 'w-full' : 'size-full object-cover'}
              />
            </button>
          </li>
        ))}
      </ul>
      {viewer}
    </>
  );
};

const Video = ({ url, inline }: { url: string; inline: boolean }) => {
  const isOwn = url.startsWith('/media/');
  return inline && isOwn ? (
    // biome-ignore lint/a11y/useMediaCaption: educators' own recordings carry no captions; the notes say the same.
    <video
      controls
      preload="metadata"
      src={apiUrl(url)}
      className="w-full rounded-m bg-sunken"
      aria-label="Video explanation"
    />
  ) : (
    <a
      href={apiUrl(url)}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex h-13 items-center gap-2.5 rounded-full border border-line px-4.5 text-sm font-medium hover:bg-raised"
    >
      <Icon name={isOwn ? 'film' : 'external'} size={18} />
      Watch the explanation
    </a>
  );
};

type Media = Pick<Idea, 'pair' | 'image_urls' | 'chart_url' | 'audio_url' | 'video_url'>;

/** Photos, voice and video of an idea. A card links its video; on a page photos are as wide as the column. */
export const IdeaMedia = ({ idea, size }: { idea: Media; size: 'card' | 'detail' | 'page' }) => {
  const { shown, elsewhere } = splitPhotos(idea, location.origin);
  if (shown.length + elsewhere.length === 0 && !idea.audio_url && !idea.video_url) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {shown.length > 0 && <Photos pair={idea.pair} photos={shown} fullWidth={size === 'page'} />}
      {elsewhere.map((url) => (
        <a key={url} href={url} target="_blank" rel="noopener noreferrer" className="quiet-link text-sm">
          View chart (opens in a new tab)
        </a>
      ))}
      {idea.audio_url && <VoicePlayer src={idea.audio_url} />}
      {idea.video_url && <Video url={idea.video_url} inline={size !== 'card'} />}
    </div>
  );
};
