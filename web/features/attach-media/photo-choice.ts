import { MAX_PHOTOS } from '../../../contract/idea-writing.ts';
import { mediaLimits, mediaMessages } from '../../../contract/media.ts';

type File = Pick<globalThis.File, 'type' | 'size'>;
type Sentence = { title: string; text: string };

/** SVG is a program as much as a picture; the server does not take it either. */
const isPhoto = ({ type }: File) => type.startsWith('image/') && type !== 'image/svg+xml';

/** Which of these files become photos beside `present` others, and what to say of the first that does not. */
export const choosePhotos = <F extends File>(
  files: readonly F[],
  present: number,
): { chosen: F[]; complaint: Sentence | null } => {
  const photos = files.filter(isPhoto);
  const small = photos.filter(({ size }) => size < mediaLimits.image);
  const chosen = small.slice(0, Math.max(0, MAX_PHOTOS - present));
  if (photos.length < files.length) return { chosen, complaint: mediaMessages.notAccepted.image };
  if (small.length < photos.length) return { chosen, complaint: mediaMessages.tooLarge.image };
  return { chosen, complaint: chosen.length < small.length ? mediaMessages.tooManyPhotos : null };
};

/** The list with one entry moved to another place. */
export const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1));
};
