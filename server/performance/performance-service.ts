import type { User } from '../../contract/auth.ts';
import { computeTrackRecord } from '../../contract/compute-track-record.ts';
import { DEFAULT_EDUCATOR_NAME, EDUCATOR_IDS } from '../../contract/educators.ts';
import type { IdeaTimeline } from '../../contract/idea-timeline.ts';
import type { TrackRecord } from '../../contract/track-record.ts';
import type { Db } from '../database/connection.ts';
import { CacheByEducator } from '../ideas/cache-by-educator.ts';
import { canView, listIdeaTimelines } from '../ideas/ideas-service.ts';
import type { FeedFollower } from '../live/feed-follower.ts';
import { listEducators } from '../users/users-service.ts';

/** Track records, computed from the ledger once per change of an educator's ideas. */
export class PerformanceService {
  readonly #db: Db;
  readonly #records: CacheByEducator<TrackRecord>;

  constructor(db: Db, feed: Pick<FeedFollower, 'subscribe'>) {
    this.#db = db;
    this.#records = new CacheByEducator(feed, (educatorId) => this.#compute(educatorId));
  }

  /** The records a viewer may see: of one educator, or of all seven. Empty for an unknown educator. */
  async list(viewer: Pick<User, 'role'>, educatorId?: string): Promise<TrackRecord[]> {
    if (educatorId === undefined) return Promise.all(EDUCATOR_IDS.map((id) => this.#records.read(id)));
    if (!canView(viewer, educatorId)) return [];
    const record = await this.#records.read(educatorId);
    const isKnown = (EDUCATOR_IDS as readonly string[]).includes(educatorId) || record.ideas.total > 0;
    return isKnown ? [record] : [];
  }

  async #compute(educatorId: string): Promise<TrackRecord> {
    const timelines = await listIdeaTimelines(this.#db, educatorId);
    return computeTrackRecord(
      { id: educatorId, name: await this.#findName(educatorId, timelines) },
      timelines,
    );
  }

  async #findName(educatorId: string, timelines: IdeaTimeline[]): Promise<string> {
    const educator = (await listEducators(this.#db, { role: 'customer' })).find(
      ({ id }) => id === educatorId,
    );
    const name = educator?.fullName.trim();
    return name || timelines.at(-1)?.state.educator_name || DEFAULT_EDUCATOR_NAME;
  }
}
