import { type ReactNode, useState } from 'react';
import { lazyPart } from '../../shared/loading/lazy-part.tsx';

const PhotoViewer = lazyPart(() => import('./photo-viewer.tsx'), { kind: 'popup' });

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
    viewer: opened && <PhotoViewer title={title} photos={photos} at={at} onChange={setAt} />,
  };
};
