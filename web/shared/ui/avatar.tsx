import { initials } from '../../../contract/initials.ts';
import { apiUrl } from '../api/api-base.ts';
import { classNames } from './class-names.ts';

const sizes = { s: 'size-9 text-2xs', m: 'size-10 text-sm', l: 'size-20 text-2xl' };

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
