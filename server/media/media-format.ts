import { fileTypeFromFile } from 'file-type';
import type { MediaExtension, MediaKind } from '../../contract/media-names.ts';

/** What a file is, by its first bytes. An image is re-encoded, so its own format no longer matters. */
export type FileFormat =
  | { kind: 'image'; isAnimated: boolean }
  | { kind: 'audio' | 'video'; extension: MediaExtension };

const images = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);
const recordings: Record<string, MediaExtension> = {
  'audio/ogg': 'oga',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
};
/** These hold sound alone or pictures too, and only their tracks would tell: what they are meant as decides. */
const containers: Record<string, { audio: MediaExtension; video: MediaExtension }> = {
  'video/webm': { audio: 'weba', video: 'webm' },
  'video/mp4': { audio: 'm4a', video: 'mp4' },
};

/**
 * Null for what is not accepted here, SVG among it. Neither the name nor the type the sender gave is looked at; `meantAs`
 * only tells sound from pictures in containers that hold both.
 */
export const formatOf = async (path: string, meantAs: MediaKind | undefined): Promise<FileFormat | null> => {
  const found = await fileTypeFromFile(path);
  if (!found) return null;
  if (found.mime === 'image/apng') return { kind: 'image', isAnimated: true };
  if (images.has(found.mime)) return { kind: 'image', isAnimated: false };
  const type = found.mime.split(';')[0] ?? '';
  const container = containers[type];
  if (container) {
    const kind = meantAs === 'audio' ? 'audio' : 'video';
    return { kind, extension: container[kind] };
  }
  // MPEG audio is also layers 1 and 2, which browsers do not play.
  const extension = type === 'audio/mpeg' && found.ext !== 'mp3' ? undefined : recordings[type];
  return extension ? { kind: 'audio', extension } : null;
};
