import { apiUrl } from '../../shared/api/api-base.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { VoicePlayer } from '../../shared/ui/voice-player.tsx';
import type { Idea } from '../idea-model.ts';
import { usePhotoViewer } from '../photos/photo-viewer.tsx';
import { splitPhotos } from '../photos/photos.ts';

type PhotosProps = { idea: Idea; photos: readonly string[]; fullWidth: boolean };

const Photos = ({ idea, photos, fullWidth }: PhotosProps) => {
  const { open, viewer } = usePhotoViewer(idea.pair, photos);
  return (
    <>
      <ul aria-label="Photos" className={fullWidth ? 'grid gap-4' : 'grid grid-cols-3 gap-2'}>
        {photos.map((photo, index) => (
          <li key={photo}>
            <button
              type="button"
              aria-label={`View photo ${index + 1} of ${photos.length} full size`}
              aria-haspopup="dialog"
              onClick={() => open(index)}
              className={classNames(
                'block w-full overflow-hidden border border-line-soft bg-sunken hover:border-edge',
                fullWidth ? 'rounded-m' : 'aspect-4/3 rounded-s',
              )}
            >
              <img
                src={apiUrl(photo)}
                alt=""
                loading="lazy"
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

const isOwnFile = (url: string) => url.startsWith('/media/');

/** An uploaded file plays inline; an external link opens in a new tab. */
const Video = ({ url }: { url: string }) =>
  isOwnFile(url) ? (
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
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex h-11 items-center gap-2 justify-self-start rounded-full border border-line px-4 text-sm font-medium hover:bg-raised"
    >
      <Icon name="external" size={18} />
      Watch the explanation
    </a>
  );

/** Photos, voice and video of an idea, if it has any. Photos are thumbnails, or as wide as the column. */
export const IdeaMedia = ({ idea, fullWidth = false }: { idea: Idea; fullWidth?: boolean }) => {
  const { shown, elsewhere } = splitPhotos(idea, location.origin);
  return (
    <>
      {shown.length > 0 && <Photos idea={idea} photos={shown} fullWidth={fullWidth} />}
      {elsewhere.map((url) => (
        <a key={url} href={url} target="_blank" rel="noopener noreferrer" className="quiet-link text-sm">
          View chart (opens in a new tab)
        </a>
      ))}
      {idea.audio_url && <VoicePlayer src={idea.audio_url} />}
      {idea.video_url && <Video url={idea.video_url} />}
    </>
  );
};
