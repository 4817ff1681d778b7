import { useLocation } from 'wouter';
import type { User } from '../../contract/auth.ts';
import { useAppBadge } from '../entities/idea/seen/use-app-badge.ts';
import { useDeviceReregistration } from '../features/notifications/use-device-reregistration.ts';
import { useNewIdeaToast } from '../features/notifications/use-new-idea-toast.ts';
import { OfflineBar } from '../features/offline-reading/offline-bar.tsx';
import { useOfflinePersister } from '../features/offline-reading/offline-persister.ts';

/** Parts of every signed-in page that load after its content. */
const DeferredShell = ({ user }: { user: User }) => {
  const [location] = useLocation();
  useOfflinePersister(user.id);
  useDeviceReregistration(user.id);
  useNewIdeaToast(user);
  useAppBadge(user.id);
  return <OfflineBar location={location} />;
};

export default DeferredShell;
