import { isHeic, MAX_PHOTOS, mediaLimits, mediaMessages } from '../../contract/media/media.ts';

type File = Pick<globalThis.File, 'type' | 'size' | 'name'>;

/** SVG can contain scripts; the server rejects it too. */
const isPhoto = (file: File) =>
  isHeic(file) || (file.type.startsWith('image/') && file.type !== 'image/svg+xml');

/** The files to upload beside `present` photos, and the message for the first one rejected. */
export const selectPhotos = <F extends File>(
  files: readonly F[],
  present: number,
): { chosen: F[]; complaint: { title: string; text: string } | null } => {
  const photos = files.filter(isPhoto);
  const small = photos.filter(({ size }) => size < mediaLimits.image);
  const chosen = small.slice(0, Math.max(0, MAX_PHOTOS - present));
  if (photos.length < files.length) return { chosen, complaint: mediaMessages.notAccepted.image };
  if (small.length < photos.length) return { chosen, complaint: mediaMessages.tooLarge.image };
  return { chosen, complaint: chosen.length < small.length ? mediaMessages.tooManyPhotos : null };
};

export const moveItem = <T>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1));
};
