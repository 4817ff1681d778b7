import { lazyPart } from '../../shared/loading/lazy-part.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';

const SecurityContent = lazyPart(() => import('./security-content.tsx'));

/** Sessions, email, password and data, opened from the avatar menu and from the profile. */
export const SecurityDialog = (props: { open: boolean; onOpenChange: (open: boolean) => void }) => (
  <Dialog {...props} title="Account and security" size="s">
    <SecurityContent />
  </Dialog>
);
