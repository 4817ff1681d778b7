import { fileTypeFromFile } from 'file-type';
import type { MediaExtension, MediaKind } from '../../contract/media/media-names.ts';

/** Extensions of audio and video; images are always stored as JPEG. */
export type RecordingExtension = Exclude<MediaExtension, 'jpg'>;

/** Type of a file by its first bytes. Images are re-encoded, so their format does not matter. */
export type FileFormat =
  | { kind: 'image'; isAnimated: boolean }
  | { kind: 'audio' | 'video'; extension: RecordingExtension };

const images = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);
const recordings: Record<string, RecordingExtension> = {
  'audio/ogg': 'oga',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
};
/** These containers hold audio or video; the intended kind decides. */
const containers: Record<string, { audio: RecordingExtension; video: RecordingExtension }> = {
  'video/webm': { audio: 'weba', video: 'webm' },
  'video/mp4': { audio: 'm4a', video: 'mp4' },
};

/**
 * Null for unsupported types such as SVG. Ignores the file name and declared type; `intendedKind` only decides for
 * containers that hold both audio and video.
 */
export const detectFormat = async (
  path: string,
  intendedKind: MediaKind | undefined,
): Promise<FileFormat | null> => {
  const found = await fileTypeFromFile(path);
  if (!found) return null;
  if (found.mime === 'image/apng') return { kind: 'image', isAnimated: true };
  if (images.has(found.mime)) return { kind: 'image', isAnimated: false };
  const type = found.mime.split(';')[0] ?? '';
  const container = containers[type];
  if (container) {
    const kind = intendedKind === 'audio' ? 'audio' : 'video';
    return { kind, extension: container[kind] };
  }
  // MPEG audio includes layers 1 and 2, which browsers don't play.
  const extension = type === 'audio/mpeg' && found.ext !== 'mp3' ? undefined : recordings[type];
  return extension ? { kind: 'audio', extension } : null;
};
