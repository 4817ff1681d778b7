import { Dialog } from '../../ui/dialog.tsx';
import { Late, late } from '../../ui/late.tsx';

const DevicesContent = late(() => import('./devices-content.tsx'));

/** Own devices and password, from the avatar menu. */
export const DevicesDialog = ({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Devices and password" size="s">
    <Late asked>
      <DevicesContent />
    </Late>
  </Dialog>
);
