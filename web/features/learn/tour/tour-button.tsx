import { useLocation } from 'wouter';
import { useSignedInUser } from '../../../entities/session/current-user.ts';
import { paths } from '../../../shared/paths.ts';
import { readStored, writeStored } from '../../../shared/storage/local-store.ts';
import { storageKeys } from '../../../shared/storage/storage-keys.ts';
import { Button } from '../../../shared/ui/button.tsx';

/** Opens the last visited market with the tour, which needs its cards. */
export const TourButton = () => {
  const { id } = useSignedInUser();
  const [, navigate] = useLocation();
  const start = () => {
    writeStored(storageKeys.tour(id), 'due');
    writeStored(storageKeys.marketLayout, 'cards');
    navigate(paths.customerMarket(readStored(storageKeys.lastMarket)));
  };
  return (
    <Button variant="primary" onClick={start}>
      Show the tour again
    </Button>
  );
};
