import { currentUser, type User } from '../../contract/account/auth.ts';
import {
  createUserProfile,
  deleteProfileImage,
  getUserProfile,
  listPublicProfiles,
  putProfileImage,
  type UserProfile,
  updateCurrentUser,
  updateUserProfile,
} from '../../contract/account/profiles.ts';
import { toMediaUrl } from '../../contract/media/media-names.ts';
import { type FakeApi, Refusal } from './fake-api.ts';

const withoutUndefined = <T extends object>(changes: T): T =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as T;

/** The profile of the signed-in person on a fake server, and what their account shows of it. */
export class FakeProfile {
  row: UserProfile | null = null;
  user: User;

  constructor(api: FakeApi, user: User) {
    this.user = user;
    api.on(listPublicProfiles, () => []);
    api.on(currentUser, () => this.user);
    api.on(getUserProfile, ({ params }) => this.#own(params.userId));
    api.on(createUserProfile, ({ params, body }) => {
      this.#assertOwner(params.userId);
      if (this.row) throw new Refusal('VERSION_CONFLICT', { message: 'You already have a profile.' });
      const updated_at = new Date().toISOString();
      this.row = { ...body, user_id: this.user.id, role: this.user.role, updated_at };
      return this.row;
    });
    api.on(updateUserProfile, ({ params, body }) => {
      const before = this.#own(params.userId);
      this.row = {
        ...before,
        ...(withoutUndefined(body) as UserProfile),
        updated_at: new Date().toISOString(),
      };
      return this.row;
    });
    api.on(updateCurrentUser, ({ body: { full_name: fullName, specialty } }) => {
      const [firstName = '', ...rest] = fullName?.split(' ') ?? [];
      return this.#change({
        ...(fullName && { fullName, firstName, lastName: rest.join(' ') }),
        ...(specialty !== undefined && { specialty: specialty || null }),
      });
    });
    api.on(putProfileImage, () => this.#change({ profileImage: toMediaUrl(`${'0'.repeat(32)}.jpg`) }));
    api.on(deleteProfileImage, () => {
      this.#change({ profileImage: null });
      return { success: true as const };
    });
  }

  #change(changes: Partial<User>): User {
    this.user = { ...this.user, ...changes };
    return this.user;
  }

  #assertOwner(userId: string): void {
    if (userId !== this.user.id) throw new Refusal('FORBIDDEN');
  }

  #own(userId: string): UserProfile {
    this.#assertOwner(userId);
    if (!this.row) throw new Refusal('PGRST116');
    return this.row;
  }
}
