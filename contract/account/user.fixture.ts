import type { User } from './auth.ts';

/** A signed-in customer for tests. */
export const ada: User = {
  id: 'c1',
  role: 'customer',
  email: 'ada@demo.test',
  firstName: 'Ada',
  lastName: 'Keller',
  fullName: 'Ada Keller',
  specialty: null,
  profileImage: null,
  educatorId: null,
  profilePath: null,
};
