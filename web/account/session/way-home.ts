import type { User } from '../../../contract/account/auth.ts';
import type { WayBack } from '../../shared/ui/page-head.tsx';
import { getHomePath } from './session.ts';

/** The link back of pages that SPEC §2 doesn't have. A customer's home is called Markets everywhere. */
export const getWayHome = (user: Pick<User, 'role'>): WayBack => ({
  href: getHomePath(user),
  label: user.role === 'educator' ? 'Back to Dashboard' : 'Back to Markets',
});
