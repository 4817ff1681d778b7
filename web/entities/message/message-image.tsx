import { useState } from 'react';
import { apiUrl } from '../../shared/api/api-base.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Icon } from '../../shared/ui/icon.tsx';

/** A message's image with a fixed height, so that nothing moves when it loads. A click enlarges it. */
export const MessageImage = ({ src, author }: { src: string; author: string }) => {
  const [open, setOpen] = useState(false);
  const [lost, setLost] = useState(false);
  if (lost)
    return (
      <p className="mt-2 inline-flex items-center gap-2 rounded-m border border-line-soft px-3.5 py-2.5 text-sm text-muted">
        <Icon name="warning" size={18} />
        This image could not be loaded.
      </p>
    );
  const alt = `Image from ${author}`;
  return (
    <>
      <button
        type="button"
        aria-label={`View image from ${author} full size`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="mt-2 block h-44 max-w-full cursor-zoom-in overflow-hidden rounded-m border border-line-soft bg-sunken sm:h-60"
      >
        <img
          src={apiUrl(src)}
          alt=""
          onError={() => setLost(true)}
          className="h-full min-w-24 object-cover"
        />
      </button>
      <Dialog open={open} onOpenChange={setOpen} size="l" title={alt}>
        <img
          src={apiUrl(src)}
          alt={alt}
          className="mx-auto max-h-[68dvh] max-w-full rounded-m object-contain"
        />
      </Dialog>
    </>
  );
};
