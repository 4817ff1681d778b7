import { LazyBoundary, lazyWithRetry } from '../../shared/loading/lazy-boundary.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';

const DevicesContent = lazyWithRetry(() => import('./security-content.tsx'));

/** Sessions and password, opened from the avatar menu. */
export const DevicesDialog = ({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Security" size="s">
    <LazyBoundary isRequested>
      <DevicesContent />
    </LazyBoundary>
  </Dialog>
);
