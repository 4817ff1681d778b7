import type { FastifyBaseLogger } from 'fastify';
import type { TaskList } from 'graphile-worker';
import { hasEnded, type TradeIdea } from '../../contract/ideas/ideas.ts';
import { levelFields } from '../../contract/ideas/levels.ts';
import type { Db } from '../database/connection.ts';
import { backoffMs, parseRetryAfter } from '../notifications/delivery/push-retry.ts';
import type { OutboundConnections } from '../notifications/transport/connections.ts';
import type { Clock } from '../shared/clock.ts';
import type { Env } from '../shared/env.ts';
import {
  type DestinationRow,
  deleteOldPosts,
  failWaitingPosts,
  type NextPost,
  selectNextPost,
  updateDestination,
  updatePost,
  working,
} from './outward-db.ts';
import { enqueuePost, SEND_POST } from './outward-notifier.ts';
import { ideaText, messageText, type PostText } from './post-texts.ts';
import { openSecret } from './sealed-secrets.ts';
import { type Content, createServices, type Outcome, toOutcome } from './services.ts';

const DAY_MS = 24 * 3_600_000;
/** A destination that fails for so long is disabled. */
const GIVE_UP_MS = DAY_MS;
/** Nobody needs to know of more. */
const MAX_FAILURES = 1_000;
/** A post that waited longer than any destination is tried, for example in a backup, is not sent. */
const TOO_LATE_MS = 2 * DAY_MS;

/** What a webhook says of an idea in fields, besides levels. */
const ideaFields = [
  ...(['id', 'version', 'educator_id', 'educator_name', 'pair', 'order_type', 'market_type'] as const),
  ...(['idea_type', 'time_frame', 'status', 'result_level', 'created_at', 'updated_at'] as const),
];

type PostSenderOptions = {
  db: Db;
  clock: Clock;
  env: Pick<Env, 'outward' | 'baseUrl'>;
  connections: OutboundConnections;
  /** The current idea; undefined if deleted. */
  findIdea: (id: string) => Promise<TradeIdea | undefined>;
  log: FastifyBaseLogger;
};

/** Sends posts. The rows are their state, so a job that runs again sends only what is not stored. */
export class PostSender {
  readonly #options: PostSenderOptions;
  readonly connections: OutboundConnections;
  readonly tasks: TaskList = {
    [SEND_POST]: (payload) => this.sendNext((payload as { destination: string }).destination),
  };

  constructor(options: PostSenderOptions) {
    this.#options = options;
    this.connections = options.connections;
  }

  removeOld(before: Date): Promise<void> {
    return deleteOldPosts(this.#options.db, before);
  }

  /** Aborts pending calls. */
  stop(): void {
    this.#options.connections.close();
  }

  /** Sends the next post of a destination, or schedules it: each run is followed by another one until nothing waits. */
  async sendNext(destinationId: string): Promise<void> {
    const { db, clock } = this.#options;
    const next = await selectNextPost(db, destinationId);
    if (!next) return;
    const now = clock();
    const at = new Date(Math.max(next.post.dueAt.getTime(), next.destination.retryAt?.getTime() ?? 0));
    if (at <= now) await this.#store(next, await this.#send(next));
    await enqueuePost(db, destinationId, at <= now ? now : at, `posts:${destinationId}`);
  }

  async #send(next: NextPost): Promise<Outcome> {
    const { db, clock, connections, env } = this.#options;
    const { post, destination, firstId } = next;
    const content = await this.#compose(next);
    if (typeof content === 'string') return { type: 'failed', reason: content };
    const secret = openSecret(env.outward.key, destination.id, destination.secret);
    if (secret === null) return { type: 'failed', reason: 'key missing' };
    const service = createServices(env.outward.telegramUrl)[destination.kind];
    const place = { secret, target: destination.target };
    if (content.first && firstId && service.edit) {
      const answer = await connections.call(service.edit(place, content.first, firstId));
      const { type, ...rest } = toOutcome({ ...service, isRepeatable: true }, answer);
      // A message that was deleted since does not matter.
      if (type === 'retry' || type === 'aborted') return { type, ...rest };
    }
    // First: a process that dies meanwhile has perhaps sent it.
    if (!service.isRepeatable) await updatePost(db, post.id, { state: 'uncertain', reason: 'no answer' });
    return toOutcome(service, await connections.call(service.post(place, content, clock())));
  }

  /** What there is to say now, with how the first message about the idea reads then; or why nothing. */
  async #compose(next: NextPost): Promise<(Content & { first?: PostText }) | string> {
    const { clock, env, findIdea } = this.#options;
    const { id, event, ideaId, createdAt: at } = next.post;
    if (clock().getTime() - at.getTime() > TOO_LATE_MS) return 'too late';
    if (next.message) {
      const data = { ...next.message, room: next.room };
      return { id, at, type: 'message.sent', text: messageText(data), data };
    }
    const idea = ideaId === null ? undefined : await findIdea(ideaId);
    if (!idea) return 'deleted';
    const isNew = event === 'published';
    if (isNew ? hasEnded(idea.status) : next.isSuperseded) return 'outdated';
    const { showsLevels, events } = next.destination;
    const look = { showsLevels, baseUrl: env.baseUrl };
    const fields = [...ideaFields, ...(showsLevels ? levelFields : [])];
    // A line may have prices.
    const steps = events.includes('step')
      ? idea.steps.filter(({ kind }) => showsLevels || kind !== 'line')
      : [];
    const said = next.saidAt === null ? 0 : Date.parse(next.saidAt);
    // A publication that waited leaves them to their own posts.
    const unsaid = isNew ? [] : steps.filter((step) => Date.parse(step.at) > said);
    return {
      id,
      at,
      type: `idea.${event}`,
      text: ideaText(idea, event, { ...look, steps: unsaid }),
      data: { ...Object.fromEntries(fields.map((name) => [name, idea[name]])), steps },
      ...(!isNew && { first: ideaText(idea, 'published', { ...look, steps }) }),
    };
  }

  async #store({ destination, post }: NextPost, outcome: Outcome): Promise<void> {
    const { db, clock } = this.#options;
    const { type, reason = null, serviceId = null } = outcome;
    const state = type === 'gone' ? 'failed' : type === 'retry' || type === 'aborted' ? 'waiting' : type;
    await updatePost(db, post.id, {
      state,
      reason: state === 'sent' ? null : reason,
      serviceId,
      updatedAt: clock(),
    });
    if (type === 'gone') await this.#disable(destination, reason);
    else if (type === 'retry' || type === 'uncertain') await this.#storeFailure(destination, outcome);
    else if (type === 'sent' && destination.failures > 0)
      await updateDestination(db, destination.id, working);
  }

  /** Leaves a destination alone for a while, and for good after a day. */
  async #storeFailure(destination: DestinationRow, outcome: Outcome): Promise<void> {
    const { reason = null, retryAfter, target = destination.target } = outcome;
    const now = this.#options.clock();
    const failingSince = destination.failingSince ?? now;
    if (now.getTime() - failingSince.getTime() >= GIVE_UP_MS)
      return this.#disable(destination, `${reason} for a day`);
    // A destination that asks for short waits may fail more often in a day than the column counts.
    const failures = Math.min(destination.failures + 1, MAX_FAILURES);
    const retryAt = new Date(now.getTime() + (parseRetryAfter(retryAfter, now) ?? backoffMs(failures)));
    const changes = { target, reason, failures, failingSince, retryAt };
    await updateDestination(this.#options.db, destination.id, changes);
  }

  async #disable({ id, name, kind }: DestinationRow, reason: string | null): Promise<void> {
    const { db, log } = this.#options;
    await updateDestination(db, id, { state: 'disabled', reason });
    await failWaitingPosts(db, id, reason ?? 'disabled');
    log.warn({ destination: name, kind, reason }, 'A destination of posts was disabled');
  }
}
