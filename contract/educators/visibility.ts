import type { User } from '../account/auth.ts';

/** SPEC §3: educator 9 is for tests. Customers see nothing that it publishes (SPEC §10). */
export const HIDDEN_EDUCATOR_ID = '9';

/** Whether everyone may see what an educator publishes. In SQL: server/educators/visibility.ts. */
export const isPublic = (educatorId: string): boolean => educatorId !== HIDDEN_EDUCATOR_ID;

/** Whether somebody may see what an educator publishes. */
export const canView = (viewer: Pick<User, 'role'>, educatorId: string): boolean =>
  viewer.role === 'educator' || isPublic(educatorId);
