import type { User } from '../../contract/auth.ts';
import {
  educatorSpecialties,
  type ProfileInput,
  type PublicProfile,
  type UserChanges,
  type UserProfile,
} from '../../contract/profiles.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { assertOwnMedia } from '../media/media-service.ts';
import { changeUser } from '../users/users-service.ts';
import {
  insertProfile,
  type ProfileRow,
  type Replaces,
  selectImage,
  selectProfile,
  selectPublicEducators,
  updateProfile,
} from './profiles-db.ts';

const CHANGED_ELSEWHERE = 'Your profile was changed on another device in the meantime.';

/** What people say of themselves, and how others see them. */
export class ProfilesService {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** The viewer's own profile. Throws FORBIDDEN for another's, PGRST116 while there is none. */
  async find(viewer: User, userId: string): Promise<UserProfile> {
    assertOwn(viewer, userId);
    const row = await selectProfile(this.#db, viewer.id);
    if (!row) throw new AppError('PGRST116');
    return wireProfile(row);
  }

  /** Stores the first profile. Throws VERSION_CONFLICT with the one that is there already. */
  async create(viewer: User, userId: string, input: ProfileInput): Promise<UserProfile> {
    assertOwn(viewer, userId);
    const row = await insertProfile(this.#db, this.#rowOf(viewer, input));
    return row ? wireProfile(row) : this.#conflict(viewer, input);
  }

  /**
   * Replaces the profile: the state `readAt` names, or without it any that is not newer. Throws PGRST116 where there is
   * none to replace, VERSION_CONFLICT with both sides where another device was faster.
   */
  async update(
    viewer: User,
    userId: string,
    input: ProfileInput,
    readAt: string | undefined,
  ): Promise<UserProfile> {
    assertOwn(viewer, userId);
    const next = this.#rowOf(viewer, input);
    const replaces: Replaces =
      readAt === undefined ? { notNewerThan: next.updatedAt } : { exactly: stateOf(readAt) };
    const row = await updateProfile(this.#db, next, replaces);
    return row ? wireProfile(row) : this.#conflict(viewer, input);
  }

  /** Educators whose profile is public; the hidden educator is never among them. */
  async publicEducators(): Promise<PublicProfile[]> {
    const rows = await selectPublicEducators(this.#db);
    return rows.map(({ profile, educatorId, profileImage }) => ({
      ...wireProfile(profile),
      educator_id: educatorId ?? '',
      profile_image: profileImage,
    }));
  }

  /** Changes how others see the viewer. A picture must be an upload of their own. */
  changeUser(viewer: User, changes: UserChanges): Promise<User> {
    return this.#db.transaction(async (tx) => {
      if (changes.profile_image)
        await assertOwnMedia(tx, viewer.id, { profile_image: [changes.profile_image] });
      return changeUser(tx, viewer.id, {
        fullName: changes.full_name,
        profileImage: changes.profile_image,
        specialty: changes.specialty === '' ? null : changes.specialty,
      });
    });
  }

  /** Where somebody's picture lies, and whether everybody may see it. Throws NOT_FOUND where there is none. */
  async image(userId: string): Promise<{ url: string; isPublic: boolean }> {
    const image = await selectImage(this.#db, userId);
    if (!image?.url) throw new AppError('NOT_FOUND');
    return { url: image.url, isPublic: image.isPublic };
  }

  /** A device whose clock runs ahead must not win against every later change: its time is cut at ours. */
  #rowOf({ id, role }: User, input: ProfileInput): ProfileRow {
    if (role === 'educator') assertEducatorSpecialty(input.specialty);
    return {
      userId: id,
      role,
      firstName: input.first_name,
      lastName: input.last_name,
      displayName: input.display_name,
      bio: input.bio,
      specialty: input.specialty,
      yearsExperience: input.years_experience,
      tradingStyle: input.trading_style,
      timezone: input.timezone,
      isPublic: input.is_public,
      updatedAt: new Date(Math.min(Date.parse(input.updated_at), this.#clock().getTime())),
    };
  }

  async #conflict(viewer: User, submitted: ProfileInput): Promise<never> {
    const current = await this.find(viewer, viewer.id);
    throw new AppError('VERSION_CONFLICT', { conflict: { current, submitted } }, CHANGED_ELSEWHERE);
  }
}

const assertOwn = (viewer: User, userId: string): void => {
  if (viewer.id !== userId) throw new AppError('FORBIDDEN');
};

/** SPEC §3: educators choose from a list, or nothing. */
const assertEducatorSpecialty = (specialty: string): void => {
  if (specialty === '' || educatorSpecialties.some((option) => option === specialty)) return;
  throw new AppError('INVALID_REQUEST', { fields: { specialty: "Specialty isn't a listed option" } });
};

/** What names no time names no state that ever was. */
const stateOf = (readAt: string): Date => {
  const time = Date.parse(readAt);
  return new Date(Number.isNaN(time) ? 0 : time);
};

const wireProfile = (row: ProfileRow): UserProfile => ({
  user_id: row.userId,
  role: row.role,
  first_name: row.firstName,
  last_name: row.lastName,
  display_name: row.displayName,
  bio: row.bio,
  specialty: row.specialty,
  years_experience: row.yearsExperience,
  trading_style: row.tradingStyle,
  timezone: row.timezone,
  is_public: row.isPublic,
  updated_at: row.updatedAt.toISOString(),
});
