import { findMediaKind } from '../../contract/media/media-names.ts';
import { apiUrl } from '../shared/api/api-base.ts';
import { Icon } from '../shared/ui/icon.tsx';
import { VoicePlayer } from '../shared/ui/voice-player.tsx';
import type { Idea } from './idea-model.ts';
import { usePhotoViewer } from './photos/photo-viewer.tsx';
import { splitPhotos } from './photos/photos.ts';

const Thumb = ({ src, label, onOpen }: { src: string; label: string; onOpen: () => void }) => (
  <button
    type="button"
    aria-label={label}
    aria-haspopup="dialog"
    onClick={onOpen}
    className="aspect-4/3 overflow-hidden rounded-control border border-line bg-sunken hover:border-edge @min-[30rem]:aspect-auto @min-[30rem]:h-21 @min-[30rem]:w-32"
  >
    <img src={apiUrl(src)} alt="" loading="lazy" draggable={false} className="size-full object-cover" />
  </button>
);

const Video = ({ url }: { url: string }) => (
  <a
    href={apiUrl(url)}
    target="_blank"
    rel="noopener noreferrer"
    className="inline-flex h-13 items-center gap-2.5 rounded-full border border-line px-4.5 text-sm font-medium hover:bg-raised"
  >
    <Icon name={findMediaKind(url) ? 'film' : 'external'} size={18} />
    Watch the explanation
  </a>
);

type IdeaMedia = Pick<Idea, 'pair' | 'image_urls' | 'chart_url' | 'audio_url' | 'video_url'>;

/** Thumbnails, voice player and video link of an idea. */
export const CardMedia = ({ idea }: { idea: IdeaMedia }) => {
  const { shown } = splitPhotos(idea, location.origin);
  const { open, viewer } = usePhotoViewer(idea.pair, shown);
  if (shown.length === 0 && !idea.audio_url && !idea.video_url) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {shown.length > 0 && (
        <div className="grid w-full grid-cols-3 gap-2 @min-[30rem]:flex @min-[30rem]:w-auto @min-[30rem]:gap-3">
          {shown.map((photo, index) => (
            <Thumb
              key={photo}
              src={photo}
              label={`View photo ${index + 1} of ${shown.length} full size`}
              onOpen={() => open(index)}
            />
          ))}
        </div>
      )}
      {idea.audio_url && <VoicePlayer src={idea.audio_url} className="max-w-full" />}
      {idea.video_url && <Video url={idea.video_url} />}
      {viewer}
    </div>
  );
};
