import { useLocation } from 'wouter';
import type { User } from '../../contract/auth.ts';
import { useAppBadge } from '../entities/idea/seen/use-app-badge.ts';
import { useArrivalNews } from '../features/notifications/use-new-idea-toast.ts';
import { usePushUpkeep } from '../features/notifications/use-push-upkeep.ts';
import { OfflineBar } from '../features/offline-reading/offline-bar.tsx';
import { useOfflineCopies } from '../features/offline-reading/offline-persister.ts';

/** Parts of every signed-in page that load after its content. */
const DeferredShell = ({ user }: { user: User }) => {
  const [location] = useLocation();
  useOfflineCopies(user.id);
  usePushUpkeep(user.id);
  useArrivalNews(user);
  useAppBadge(user.id);
  return <OfflineBar location={location} />;
};

export default DeferredShell;
