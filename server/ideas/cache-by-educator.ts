import type { LiveChange } from '../../contract/live-events.ts';
import type { FeedEvent, FeedFollower } from '../live/feed-follower.ts';

/** Something computed from an educator's ideas, once per change of them. */
export class CacheByEducator<T> {
  readonly #compute: (educatorId: string) => Promise<T>;
  readonly #values = new Map<string, Promise<T>>();

  constructor(feed: Pick<FeedFollower, 'subscribe'>, compute: (educatorId: string) => Promise<T>) {
    this.#compute = compute;
    feed.subscribe({ event: (event) => this.#invalidate(event), reset: () => this.#values.clear() });
  }

  read(educatorId: string): Promise<T> {
    const known = this.#values.get(educatorId);
    if (known) return known;
    const computing = this.#compute(educatorId);
    this.#values.set(educatorId, computing);
    computing.catch(() => {
      if (this.#values.get(educatorId) === computing) this.#values.delete(educatorId);
    });
    return computing;
  }

  /** Also invalidates a value that is being computed; the next caller computes it again. */
  #invalidate(event: FeedEvent): void {
    if (event.kind !== 'trade_ideas_changes' || this.#values.size === 0) return;
    const { record, old_record } = JSON.parse(event.payload) as LiveChange['data'];
    const idea = (record ?? old_record) as { educator_id?: string } | null;
    if (idea?.educator_id) this.#values.delete(idea.educator_id);
  }
}
