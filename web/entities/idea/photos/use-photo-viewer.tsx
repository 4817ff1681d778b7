import { type ReactNode, useState } from 'react';
import { LazyBoundary, lazyWithRetry } from '../../../shared/loading/lazy-boundary.tsx';

const PhotoViewer = lazyWithRetry(() => import('./photo-viewer.tsx'));

/** The photo viewer of an idea, loaded on first use. Render `viewer` anywhere. */
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
      <LazyBoundary isRequested>
        <PhotoViewer title={title} photos={photos} at={at} onChange={setAt} />
      </LazyBoundary>
    ),
  };
};
