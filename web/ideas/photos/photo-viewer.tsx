import { type KeyboardEvent, useState } from 'react';
import { apiUrl } from '../../shared/api/api-base.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';

const showFromTop = (photo: HTMLImageElement | null) => photo?.scrollIntoView();

/** The photos of an idea, one at a time in a dialog. Render `viewer` anywhere. */
export const usePhotoViewer = (title: string, photos: readonly string[]) => {
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const count = photos.length;
  const src = photos[at];
  const step = (by: number) => setAt((at + by + count) % count);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowLeft') step(-1);
    if (event.key === 'ArrowRight') step(1);
  };
  return {
    open: (index: number) => {
      setAt(index);
      setOpen(true);
    },
    viewer: (
      <Dialog
        open={isOpen && src !== undefined}
        onOpenChange={setOpen}
        onKeyDown={onKeyDown}
        title={`${title}, photo ${at + 1} of ${count}`}
        size="l"
        footer={
          count > 1 && (
            <>
              <IconButton icon="left" variant="outlined" label="Previous photo" onClick={() => step(-1)} />
              <IconButton icon="right" variant="outlined" label="Next photo" onClick={() => step(1)} />
            </>
          )
        }
      >
        {src !== undefined && (
          <img
            key={src}
            ref={showFromTop}
            src={apiUrl(src)}
            alt={`${title}, ${at + 1} of ${count}`}
            className="mx-auto max-w-full rounded-m"
          />
        )}
      </Dialog>
    ),
  };
};
