import { apiUrl } from '../api/api-base.ts';
import { classNames } from './class-names.ts';

const sizes = { s: 'size-9 text-2xs', m: 'size-10 text-sm', l: 'size-20 text-2xl' };

/** Initials of a name: at most two characters (SPEC §9), from the first and the last word. */
export const initials = (name: string): string => {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const first = words[0];
  if (!first) return '';
  const last = words.length > 1 ? words.at(-1)! : '';
  const letters = [first, last].map((word) => [...word][0] ?? '').join('');
  // Upper case can be longer ("ß" becomes "SS"), so the result is cut last.
  return [...letters.toLocaleUpperCase('en')].slice(0, 2).join('');
};

/** A person's image, or their initials. Decorative: the name is beside it. */
export const Avatar = ({
  name,
  image,
  size = 'm',
  className,
}: {
  name: string;
  image?: string | null | undefined;
  size?: keyof typeof sizes;
  className?: string;
}) => (
  <span
    aria-hidden="true"
    // Rendered by CSS, so that screen readers skip the initials.
    data-initials={image ? undefined : initials(name)}
    className={classNames(
      'grid shrink-0 before:content-[attr(data-initials)] place-items-center overflow-hidden rounded-full bg-linear-160 from-[#2b3d52] to-[#1c2836] font-bold text-[#dbe7f3]',
      sizes[size],
      className,
    )}
  >
    {image && <img src={apiUrl(image)} alt="" className="size-full object-cover" />}
  </span>
);
