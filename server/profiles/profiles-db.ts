import { and, asc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { EDUCATOR_IDS } from '../../contract/educators.ts';
import type { Connection } from '../database/connection.ts';
import { userProfiles, users } from '../database/schema.ts';

export type ProfileRow = typeof userProfiles.$inferSelect;

export const selectProfile = async (db: Connection, userId: string): Promise<ProfileRow | undefined> => {
  const [row] = await db.select().from(userProfiles).where(eq(userProfiles.userId, userId));
  return row;
};

/** Undefined where there is a profile already. */
export const insertProfile = async (db: Connection, row: ProfileRow): Promise<ProfileRow | undefined> => {
  const [inserted] = await db.insert(userProfiles).values(row).onConflictDoNothing().returning();
  return inserted;
};

/** Which stored state a change may replace: the one it was made on, or any that is not newer. */
export type Replaces = { exactly: Date } | { notNewerThan: Date };

const replaceable = (replaces: Replaces): SQL =>
  'exactly' in replaces
    ? eq(userProfiles.updatedAt, replaces.exactly)
    : lte(userProfiles.updatedAt, replaces.notNewerThan);

/** Undefined where there is no profile, or one in another state. Every state has a time of its own, later than the last. */
export const updateProfile = async (
  db: Connection,
  { userId, updatedAt, ...fields }: ProfileRow,
  replaces: Replaces,
): Promise<ProfileRow | undefined> => {
  const later = sql`greatest(${updatedAt.toISOString()}::timestamptz, ${userProfiles.updatedAt} + interval '1 millisecond')`;
  const [row] = await db
    .update(userProfiles)
    .set({ ...fields, updatedAt: later })
    .where(and(eq(userProfiles.userId, userId), replaceable(replaces)))
    .returning();
  return row;
};

/** The public profiles of the seven, in their order; the hidden educator is not among them. */
export const selectPublicEducators = (db: Connection) =>
  db
    .select({
      profile: userProfiles,
      educatorId: users.educatorId,
      profileImage: users.profileImage,
    })
    .from(userProfiles)
    .innerJoin(users, eq(users.id, userProfiles.userId))
    .where(
      and(
        eq(userProfiles.isPublic, true),
        inArray(users.educatorId, [...EDUCATOR_IDS]),
        isNull(users.disabledAt),
      ),
    )
    .orderBy(asc(users.educatorId));

/** Somebody's picture, and whether everybody may see it: that of an educator whose profile is public. */
export const selectImage = async (
  db: Connection,
  userId: string,
): Promise<{ url: string | null; isPublic: boolean } | undefined> => {
  const [row] = await db
    .select({ url: users.profileImage, educatorId: users.educatorId, isPublic: userProfiles.isPublic })
    .from(users)
    .leftJoin(userProfiles, eq(userProfiles.userId, users.id))
    .where(and(eq(users.id, userId), isNull(users.disabledAt)));
  if (!row) return undefined;
  const isListed = EDUCATOR_IDS.some((id) => id === row.educatorId);
  return { url: row.url, isPublic: isListed && row.isPublic === true };
};
