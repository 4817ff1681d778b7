import { and, asc, eq } from 'drizzle-orm';
import type { User } from '../../contract/account/auth.ts';
import type { Db } from '../database/connection.ts';
import { follows } from '../database/schema.ts';
import type { Clock } from '../shared/clock.ts';

type Reader = Pick<User, 'id'>;

/** The educators a person follows. Each call returns all of them. */
export class FollowsService {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async list({ id }: Reader): Promise<{ educator_ids: string[] }> {
    const rows = await this.#db
      .select({ educatorId: follows.educatorId })
      .from(follows)
      .where(eq(follows.userId, id))
      .orderBy(asc(follows.educatorId));
    return { educator_ids: rows.map(({ educatorId }) => educatorId) };
  }

  async follow(reader: Reader, educatorId: string): Promise<{ educator_ids: string[] }> {
    await this.#db
      .insert(follows)
      .values({ userId: reader.id, educatorId, createdAt: this.#clock() })
      .onConflictDoNothing();
    return this.list(reader);
  }

  async unfollow(reader: Reader, educatorId: string): Promise<{ educator_ids: string[] }> {
    await this.#db
      .delete(follows)
      .where(and(eq(follows.userId, reader.id), eq(follows.educatorId, educatorId)));
    return this.list(reader);
  }
}
