import type { User } from '../../../contract/account/auth.ts';
import {
  educatorSpecialties,
  type ProfileChanges,
  type ProfileFields,
  type PublicProfile,
  type UserChanges,
  type UserProfile,
} from '../../../contract/account/profiles.ts';
import type { Db } from '../../database/connection.ts';
import { assertOwnMedia } from '../../media/media-service.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Clock } from '../../shared/clock.ts';
import { updateUser } from '../users/users-db.ts';
import { assertOwnEducatorName, splitName, toFullName, toUserDto } from '../users/users-service.ts';
import {
  insertProfile,
  type NewProfileRow,
  type ProfileRow,
  selectImage,
  selectProfile,
  selectPublicEducators,
  updateProfile,
} from './profiles-db.ts';

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

  /** Throws VERSION_CONFLICT if there is a profile. */
  async create(viewer: User, userId: string, fields: ProfileFields): Promise<UserProfile> {
    const created = await this.#store(viewer, userId, fields, insertProfile);
    if (!created) throw new AppError('VERSION_CONFLICT', {}, 'You already have a profile.');
    return created;
  }

  /** Of two edits of a field on different devices the last one sent wins. Throws PGRST116 if there is no profile. */
  async update(viewer: User, userId: string, changes: ProfileChanges): Promise<UserProfile> {
    const updated = await this.#store(viewer, userId, changes, updateProfile);
    if (!updated) throw new AppError('PGRST116');
    return updated;
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

  /**
   * Changes how others see the viewer. The picture must be their own upload. Throws INVALID_REQUEST for an educator's name,
   * SESSION_ENDED if the account is gone.
   */
  changeUser(viewer: User, changes: UserChanges): Promise<User> {
    const { full_name: fullName, profile_image: profileImage, specialty } = changes;
    return this.#db.transaction(async (tx) => {
      if (profileImage) await assertOwnMedia(tx, viewer.id, { profile_image: [profileImage] });
      if (fullName !== undefined) await assertOwnEducatorName(tx, viewer, { full_name: fullName });
      const row = await updateUser(tx, viewer.id, {
        fullName,
        profileImage,
        specialty: specialty === '' ? null : specialty,
        ...(fullName !== undefined && splitName(fullName)),
      });
      if (!row) throw new AppError('SESSION_ENDED');
      return toUserDto(row);
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
    viewer: User,
    userId: string,
    changes: ProfileChanges,
    write: typeof insertProfile,
  ): Promise<UserProfile | undefined> {
    assertOwner(viewer, userId);
    if (viewer.role === 'educator') assertEducatorSpecialty(changes.specialty);
    return this.#db.transaction(async (tx) => {
      const row = await write(tx, this.#toRow(viewer, changes));
      if (!row) return undefined;
      const names = { display_name: row.displayName, last_name: toFullName(row) };
      await assertOwnEducatorName(tx, viewer, names);
      return toProfileDto(row);
    });
  }

  #toRow({ id, role }: User, changes: ProfileChanges): NewProfileRow {
    return {
      userId: id,
      role,
      firstName: changes.first_name,
      lastName: changes.last_name,
      displayName: changes.display_name,
      bio: changes.bio,
      specialty: changes.specialty,
      yearsExperience: changes.years_experience,
      tradingStyle: changes.trading_style,
      timezone: changes.timezone,
      isPublic: changes.is_public,
      updatedAt: this.#clock(),
    };
  }
}

const assertOwner = (viewer: User, userId: string): void => {
  if (viewer.id !== userId) throw new AppError('FORBIDDEN');
};

/** SPEC §3: educators choose from a list or leave it empty. */
const assertEducatorSpecialty = (specialty = ''): void => {
  if (specialty === '' || educatorSpecialties.some((option) => option === specialty)) return;
  throw new AppError('INVALID_REQUEST', { fields: { specialty: "Specialty isn't a listed option" } });
};

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
