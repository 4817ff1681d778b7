import { asc, eq } from 'drizzle-orm';
import type { Connection } from '../database/connection.ts';
import { ideaRevisions } from '../database/schema.ts';

/** All revisions of an educator's ideas in chain order, including deleted ideas. */
export const selectEducatorRevisions = (db: Connection, educatorId: string) =>
  db
    .select()
    .from(ideaRevisions)
    .where(eq(ideaRevisions.educatorId, educatorId))
    .orderBy(asc(ideaRevisions.number));
