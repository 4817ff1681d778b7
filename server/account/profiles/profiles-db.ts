import { and, asc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { PublicProfile, UserProfile } from '../../../contract/account/profiles.ts';
import { EDUCATOR_IDS } from '../../../contract/educators/educators.ts';
import type { Connection } from '../../database/connection.ts';
import { first } from '../../database/rows.ts';
import { userProfiles, users } from '../../database/schema.ts';

export type NewProfileRow = typeof userProfiles.$inferInsert;

export const selectProfile = (db: Connection, userId: string): Promise<UserProfile | undefined> =>
  first(db.select().from(userProfiles).where(eq(userProfiles.user_id, userId)));

/** Undefined if a profile exists. */
export const insertProfile = (db: Connection, row: NewProfileRow): Promise<UserProfile | undefined> =>
  first(db.insert(userProfiles).values(row).onConflictDoNothing().returning());

/** Undefined if there is no profile. */
export const updateProfile = (
  db: Connection,
  { user_id, ...changes }: NewProfileRow,
): Promise<UserProfile | undefined> =>
  first(db.update(userProfiles).set(changes).where(eq(userProfiles.user_id, user_id)).returning());

/** Public profiles of the seven educators in order, without the hidden one. */
export const selectPublicEducators = (db: Connection): Promise<PublicProfile[]> =>
  db
    .select({
      ...getTableColumns(userProfiles),
      educator_id: sql<string>`${users.educatorId}`,
      profile_image: users.profileImage,
    })
    .from(userProfiles)
    .innerJoin(users, eq(users.id, userProfiles.user_id))
    .where(
      and(
        eq(userProfiles.is_public, true),
        inArray(users.educatorId, [...EDUCATOR_IDS]),
        isNull(users.disabledAt),
      ),
    )
    .orderBy(asc(users.educatorId));

/** A user's image, and whether it is public: that of an educator with a public profile. */
export const selectImage = async (
  db: Connection,
  userId: string,
): Promise<{ url: string | null; isPublic: boolean } | undefined> => {
  const [row] = await db
    .select({ url: users.profileImage, educatorId: users.educatorId, isPublic: userProfiles.is_public })
    .from(users)
    .leftJoin(userProfiles, eq(userProfiles.user_id, users.id))
    .where(and(eq(users.id, userId), isNull(users.disabledAt)));
  if (!row) return undefined;
  const isListed = EDUCATOR_IDS.some((id) => id === row.educatorId);
  return { url: row.url, isPublic: isListed && row.isPublic === true };
};
