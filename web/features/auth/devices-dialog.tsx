import { lazy, Suspense } from 'react';
import { Dialog } from '../../ui/dialog.tsx';

const DevicesContent = lazy(() => import('./devices-content.tsx'));

/** Own devices and password, from the avatar menu. */
export const DevicesDialog = ({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Devices and password" size="s">
    <Suspense>
      <DevicesContent />
    </Suspense>
  </Dialog>
);
