import type { User } from '../../contract/account/auth.ts';
import { DEFAULT_EDUCATOR_NAME, EDUCATOR_IDS } from '../../contract/educators/educators.ts';
import { canView } from '../../contract/educators/visibility.ts';
import { computeTrackRecord } from '../../contract/record/compute-track-record.ts';
import type { TrackRecord } from '../../contract/record/track-record.ts';
import { listEducators } from '../account/users/users-service.ts';
import type { Db } from '../database/connection.ts';
import { CacheByEducator } from '../ideas/cache-by-educator.ts';
import { listIdeaTimelines } from '../ideas/ideas-service.ts';
import type { FeedFollower } from '../live/feed-follower.ts';

/** Track records, computed from the ledger once per change of an educator's ideas. */
export class TrackRecordService {
  readonly #db: Db;
  readonly #records: CacheByEducator<TrackRecord>;

  constructor(db: Db, feed: Pick<FeedFollower, 'subscribe'>) {
    this.#db = db;
    this.#records = new CacheByEducator(feed, (educatorId) => this.#compute(educatorId));
  }

  /** The records a viewer may see: of one educator, or of all seven. Empty for an unknown educator. */
  async list(viewer: Pick<User, 'role'>, educatorId?: string): Promise<TrackRecord[]> {
    if (educatorId === undefined) return this.#read(EDUCATOR_IDS);
    if (!canView(viewer, educatorId)) return [];
    const records = await this.#read([educatorId]);
    const isEducator = (EDUCATOR_IDS as readonly string[]).includes(educatorId);
    return records.filter(({ ideas }) => isEducator || ideas.total > 0);
  }

  /** Records with the educators' current names, which are no change of an idea. */
  async #read(educatorIds: readonly string[]): Promise<TrackRecord[]> {
    const educators = await listEducators(this.#db, { role: 'customer' });
    const names = new Map(educators.map(({ id, fullName }) => [id, fullName.trim()]));
    const records = await Promise.all(educatorIds.map((id) => this.#records.read(id)));
    return records.map((record) => ({
      ...record,
      educator_name: names.get(record.educator_id) || record.educator_name,
    }));
  }

  async #compute(id: string): Promise<TrackRecord> {
    const timelines = await listIdeaTimelines(this.#db, id);
    const name = timelines.at(-1)?.state.educator_name || DEFAULT_EDUCATOR_NAME;
    return computeTrackRecord({ id, name }, timelines);
  }
}
