import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type {
  actOnDestination,
  addDestination,
  OperatorDestination,
  System,
} from '../../contract/operator/system.ts';
import type { RouteBody } from '../../contract/shared/route.ts';
import { createPageActor } from '../account/sessions/revoke-sessions.ts';
import { formatSource } from '../candles/candle-source.ts';
import type { CandlesService } from '../candles/candles-service.ts';
import type { Database } from '../database/database.ts';
import { selectBackups } from '../database/recorded-backups.ts';
import type { OperatorCaller } from '../http/viewer.ts';
import { countJobs } from '../jobs/jobs-db.ts';
import { DestinationsService } from '../outward/destinations-service.ts';
import type { PostSender } from '../outward/post-sender.ts';
import { AppError } from '../shared/app-error.ts';
import type { Clock } from '../shared/clock.ts';
import type { Env } from '../shared/env.ts';
import { failAtField } from '../shared/operator-error.ts';
import { countDeliveries, countPosts, selectNewestCandles, selectStorage } from './system-db.ts';

const DAY_MS = 24 * 60 * 60_000;

export type SystemParts = {
  database: Pick<Database, 'db'>;
  clock: Clock;
  env: Pick<Env, 'dataDir' | 'outward' | 'baseUrl' | 'brand'>;
  candles: Pick<CandlesService, 'listSources'>;
  posts: Pick<PostSender, 'connections'>;
};

/** Free bytes of a folder's disk. Before the folder is made, those of the one in which it will be. */
const readFreeBytes = async (folder: string): Promise<number> => {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return readFreeBytes(dirname(folder));
  }
};

/** The state of the deployment, and where ideas are posted. */
export class SystemService {
  readonly #parts: SystemParts;

  constructor(parts: SystemParts) {
    this.#parts = parts;
  }

  async view(): Promise<System> {
    const { clock, env, candles } = this.#parts;
    const { db } = this.#parts.database;
    const yesterday = new Date(clock().getTime() - DAY_MS);
    const newest = await selectNewestCandles(db);
    const toIso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
    return {
      storage: { ...(await selectStorage(db)), freeBytes: await readFreeBytes(env.dataDir) },
      deliveries: { pushes: await countDeliveries(db, yesterday), posts: await countPosts(db, yesterday) },
      jobs: await countJobs(db),
      sources: candles.listSources().map(({ name, problem }) => ({
        name: formatSource(name),
        newestAt: toIso(newest.get(name)),
        problem,
      })),
      backups: await selectBackups(db),
    };
  }

  async listDestinations(operator: OperatorCaller): Promise<OperatorDestination[]> {
    return (await this.#createDestinations(operator).list()).map((row) => ({
      id: row.id,
      kind: row.kind,
      name: row.name,
      target: row.target,
      events: row.events,
      markets: row.markets,
      educators: row.educators,
      showsLevels: row.showsLevels,
      state: row.hasKey ? row.state : 'key missing',
      reason: row.reason,
      failingSince: row.failingSince?.toISOString() ?? null,
    }));
  }

  /** Returns the key that signs its webhooks, if there is one. Throws INVALID_REQUEST. */
  async addDestination(
    operator: OperatorCaller,
    { secret, ...wanted }: RouteBody<typeof addDestination>,
  ): Promise<{ signingKey: string | null }> {
    const added = this.#createDestinations(operator).add(wanted, async () => secret);
    return { signingKey: (await failAtField('secret', added)) ?? null };
  }

  /** Throws NOT_FOUND, and INVALID_REQUEST with the reason at `action`. */
  async actOnDestination(
    operator: OperatorCaller,
    id: string,
    action: RouteBody<typeof actOnDestination>['action'],
  ): Promise<void> {
    const destinations = this.#createDestinations(operator);
    const found = (await destinations.list()).find((row) => row.id === id);
    if (!found) throw new AppError('NOT_FOUND');
    await failAtField('action', destinations[action](found.name));
  }

  #createDestinations({ name }: OperatorCaller): DestinationsService {
    const { database, clock, env, posts } = this.#parts;
    const common = { db: database.db, clock, env, connections: posts.connections };
    return new DestinationsService({ ...common, actor: createPageActor(name) });
  }
}
