import type { User } from '../../contract/auth.ts';
import {
  educatorSpecialties,
  type ProfileInput,
  type PublicProfile,
  type UserChanges,
  type UserProfile,
} from '../../contract/profiles.ts';
import { utcTime } from '../../contract/text.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import type { Db, Transaction } from '../database/connection.ts';
import { assertOwnMedia } from '../media/media-service.ts';
import { assertOwnEducatorName, changeUser, toFullName } from '../users/users-service.ts';
import {
  insertProfile,
  type ProfileRow,
  type ReplaceCondition,
  selectImage,
  selectProfile,
  selectPublicEducators,
  updateProfile,
} from './profiles-db.ts';

const CHANGED_ELSEWHERE = 'Your profile changed on another device.';

/** User profiles, and how accounts appear to others. */
export class ProfilesService {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** The viewer's own profile. Throws FORBIDDEN for others, PGRST116 if there is none. */
  async find(viewer: User, userId: string): Promise<UserProfile> {
    assertOwner(viewer, userId);
    const row = await selectProfile(this.#db, viewer.id);
    if (!row) throw new AppError('PGRST116');
    return toProfileDto(row);
  }

  /** Creates the profile. Throws VERSION_CONFLICT with the existing one. */
  async create(viewer: User, userId: string, input: ProfileInput): Promise<UserProfile> {
    assertOwner(viewer, userId);
    const next = this.#toRow(viewer, input);
    const row = await this.#store(next, (tx) => insertProfile(tx, next));
    return row ? toProfileDto(row) : this.#conflict(viewer, input);
  }

  /**
   * Replaces the profile if the stored one is of `readAt`, or, without `readAt`, if it is not newer than the input. Throws
   * PGRST116 if there is none, VERSION_CONFLICT with both values if it changed meanwhile.
   */
  async update(
    viewer: User,
    userId: string,
    input: ProfileInput,
    readAt: string | undefined,
  ): Promise<UserProfile> {
    assertOwner(viewer, userId);
    const next = this.#toRow(viewer, input);
    const replaces: ReplaceCondition =
      readAt === undefined ? { notNewerThan: next.updatedAt } : { exactly: parseUpdatedAt(readAt) };
    const row = await this.#store(next, (tx) => updateProfile(tx, next, replaces));
    return row ? toProfileDto(row) : this.#conflict(viewer, input);
  }

  /** Educators with a public profile, never the hidden one. */
  async publicEducators(): Promise<PublicProfile[]> {
    const rows = await selectPublicEducators(this.#db);
    return rows.map(({ profile, educatorId, profileImage }) => ({
      ...toProfileDto(profile),
      educator_id: educatorId ?? '',
      profile_image: profileImage,
    }));
  }

  /** Changes how others see the viewer. The picture must be their own upload. */
  changeUser(viewer: User, changes: UserChanges): Promise<User> {
    return this.#db.transaction(async (tx) => {
      if (changes.profile_image)
        await assertOwnMedia(tx, viewer.id, { profile_image: [changes.profile_image] });
      return changeUser(tx, viewer, {
        fullName: changes.full_name,
        profileImage: changes.profile_image,
        specialty: changes.specialty === '' ? null : changes.specialty,
      });
    });
  }

  /** URL of a user's image and whether it is public. Throws NOT_FOUND if there is none. */
  async image(userId: string): Promise<{ url: string; isPublic: boolean }> {
    const image = await selectImage(this.#db, userId);
    if (!image?.url) throw new AppError('NOT_FOUND');
    return { url: image.url, isPublic: image.isPublic };
  }

  /** Throws INVALID_REQUEST if an educator would appear under another's name. */
  #store(
    { userId, role, displayName, firstName, lastName }: ProfileRow,
    write: (tx: Transaction) => Promise<ProfileRow | undefined>,
  ): Promise<ProfileRow | undefined> {
    return this.#db.transaction(async (tx) => {
      const names = { display_name: displayName, last_name: toFullName({ firstName, lastName }) };
      await assertOwnEducatorName(tx, { id: userId, role }, names);
      return write(tx);
    });
  }

  /** Caps the device's time at ours, so that a fast clock does not win against all later changes. */
  #toRow({ id, role }: User, input: ProfileInput): ProfileRow {
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

const assertOwner = (viewer: User, userId: string): void => {
  if (viewer.id !== userId) throw new AppError('FORBIDDEN');
};

/** SPEC §3: educators choose from a list or leave it empty. */
const assertEducatorSpecialty = (specialty: string): void => {
  if (specialty === '' || educatorSpecialties.some((option) => option === specialty)) return;
  throw new AppError('INVALID_REQUEST', { fields: { specialty: "Specialty isn't a listed option" } });
};

/** An invalid time matches no state. */
const parseUpdatedAt = (readAt: string): Date => new Date(utcTime().safeParse(readAt).data ?? 0);

const toProfileDto = (row: ProfileRow): UserProfile => ({
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
