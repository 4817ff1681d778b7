import { useState } from 'react';
import { useSignedInUser } from '../../account/session/current-user.ts';
import { lazyPart } from '../../shared/loading/lazy-part.tsx';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

const Tour = lazyPart(() => import('./tour.tsx'), { kind: 'deferred' });

/** The tour, when it is due. It counts as seen as soon as it is shown, so it never starts twice. */
export const FirstVisit = () => {
  const [tour, setTour] = useStored(storageKeys.tour(useSignedInUser().id));
  const [isOpen, setOpen] = useState(false);
  if (tour === 'due' && !isOpen) setOpen(true);
  return isOpen && <Tour onStart={() => setTour('seen')} onEnd={() => setOpen(false)} />;
};
