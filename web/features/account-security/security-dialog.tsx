import { lazyPart } from '../../shared/loading/lazy-part.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';

const DevicesContent = lazyPart(() => import('./security-content.tsx'));

/** Sessions and password, opened from the avatar menu. */
export const DevicesDialog = ({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Security" size="s">
    <DevicesContent />
  </Dialog>
);
