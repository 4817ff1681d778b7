import { setImmediate } from 'node:timers/promises';
import { EDUCATOR_IDS } from '../../../contract/educators/educators.ts';
import type { IdeaTimeline } from '../../../contract/ideas/idea-timeline.ts';
import { getReportedMarket, type LessonTag } from '../../../contract/ideas/ideas.ts';
import type { Market } from '../../../contract/ideas/markets.ts';
import type { LeftOut } from '../../../contract/learn/practice.ts';
import { computeBaseline } from '../../../contract/learn/practice-score.ts';
import { computeResults } from '../../../contract/record/compute-track-record.ts';
import type { Db } from '../../database/connection.ts';
import { CacheByEducator } from '../../ideas/cache-by-educator.ts';
import { listIdeaTimelines } from '../../ideas/ideas-service.ts';
import type { FeedFollower } from '../../live/feed-follower.ts';

/** A closed idea with a certain result. */
export type AskableIdea = {
  id: string;
  /** When its result was reported last. */
  reportedAt: Date;
  /** Whether exit 1 was reached before the invalidation level. */
  outcome: boolean;
  baseline: number;
  market: Market;
  lessonTag: LessonTag | null;
};

/** Of each educator the newest ideas are asked about, which bounds memory (about a megabyte) and time. */
const MAX_IDEAS = 5_000;
/** Results computed in one turn of the event loop: about 6 ms. */
const BATCH = 50;

/** The question an idea is asked with, why a closed one is left out, or null while it is open. */
export const toAskable = (timeline: IdeaTimeline): AskableIdea | keyof LeftOut | null => {
  if (!timeline.end) return null;
  const result = computeResults(timeline)?.exit_1;
  const baseline = computeBaseline(timeline.published);
  if (!result || baseline === null) return 'without_r';
  const isReached = Number(result.low) > 0;
  if (!isReached && Number(result.high) > 0) return 'unclear';
  const { idea_id: id, state, end } = timeline;
  const lessonTag = state.lesson_tag ?? null;
  const market = getReportedMarket(state);
  return { id, reportedAt: new Date(end.level_reported_at), outcome: isReached, baseline, market, lessonTag };
};

type Pool = { ideas: AskableIdea[]; left_out: LeftOut };

const toPool = async (timelines: readonly IdeaTimeline[]): Promise<Pool> => {
  const pool: Pool = { ideas: [], left_out: { unclear: 0, without_r: 0 } };
  for (const [index, timeline] of timelines.slice(-MAX_IDEAS).entries()) {
    if (index % BATCH === 0) await setImmediate();
    const judged = toAskable(timeline);
    if (typeof judged === 'string') pool.left_out[judged] += 1;
    else if (judged) pool.ideas.push(judged);
  }
  return pool;
};

/** Ideas to practise on, deleted ones included, so that the base rate is honest. Test data is not. */
export class AskableIdeas {
  readonly #pools: CacheByEducator<Pool>;

  constructor(db: Db, feed: Pick<FeedFollower, 'subscribe'>) {
    this.#pools = new CacheByEducator(feed, async (id) => toPool(await listIdeaTimelines(db, id)));
  }

  /** Of all educators but one: nobody practises on their own ideas. */
  async list(exceptEducatorId: string | null): Promise<Pool> {
    const educatorIds = EDUCATOR_IDS.filter((id) => id !== exceptEducatorId);
    const pools = await Promise.all(educatorIds.map((id) => this.#pools.read(id)));
    const count = (why: keyof LeftOut) => pools.reduce((sum, { left_out }) => sum + left_out[why], 0);
    return {
      ideas: pools.flatMap(({ ideas }) => ideas),
      left_out: { unclear: count('unclear'), without_r: count('without_r') },
    };
  }
}
