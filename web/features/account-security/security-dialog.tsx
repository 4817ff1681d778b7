import { LazyBoundary, lazyWithRetry } from '../../shared/loading/lazy-boundary.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';

const DevicesContent = lazyWithRetry(() => import('./security-content.tsx'));

/** Own devices and password, from the avatar menu. */
export const DevicesDialog = ({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Devices and password" size="s">
    <LazyBoundary isRequested>
      <DevicesContent />
    </LazyBoundary>
  </Dialog>
);
