import { type ReactNode, useState } from 'react';
import { Late, late } from '../../../shared/loading/lazy-boundary.tsx';

const PhotoViewer = late(() => import('./photo-viewer.tsx'));

/** The large view of an idea's photos: loaded when one is first opened. Put `viewer` anywhere. */
export const usePhotoViewer = (
  title: string,
  photos: readonly string[],
): { open: (index: number) => void; viewer: ReactNode } => {
  const [opened, setOpened] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  return {
    open: (index) => {
      setOpened(true);
      setAt(index);
    },
    viewer: opened && (
      <Late asked>
        <PhotoViewer title={title} photos={photos} at={at} onChange={setAt} />
      </Late>
    ),
  };
};
