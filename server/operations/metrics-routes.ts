import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { metrics } from '../../contract/health.ts';
import type { Deps } from '../deps.ts';
import { type ContractApp, SENT } from '../http/contract-routes.ts';
import { countJobs } from '../jobs/jobs-db.ts';
import { type RouteMeter, requestMetrics } from './request-meters.ts';

type Watched = Pick<Deps, 'env' | 'hub' | 'presence' | 'feed' | 'snapshot' | 'database' | 'push'>;

/** Figures that are read when somebody asks for them. */
const watch = (registry: Registry, { hub, presence, feed, snapshot, database }: Watched) => {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  new Gauge({
    name: 'chartlark_live_streams',
    help: 'Open live streams',
    labelNames: ['role'],
    registers: [registry],
    collect() {
      for (const role of ['customer', 'educator'] as const) this.set({ role }, hub.countByRole(role));
    },
  });
  new Counter({
    name: 'chartlark_live_streams_opened_total',
    help: 'Live streams opened: readers that came, and came back',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(hub.opened);
    },
  });
  gauge(
    'chartlark_reading_now',
    'Open streams of customers over all processes',
    () => presence.customersOnline,
  );
  gauge('chartlark_feed_sequence', 'Number of the newest event this process has read', () => feed.head.seq);
  gauge('chartlark_feed_behind_events', 'Events known and not read yet', () => feed.lag.events);
  gauge(
    'chartlark_feed_delay_seconds',
    'Time from the newest event’s transaction to its arrival here',
    () => feed.lag.delayMs / 1000,
  );
  gauge(
    'chartlark_snapshot_age_seconds',
    'Time since the feed was last read: how old a hot read’s answer may be',
    () => feed.lag.readAgeMs / 1000,
  );
  gauge('chartlark_snapshot_lists', 'Lists answered from memory', () => snapshot.size);
  const { pool } = database;
  gauge('chartlark_database_connections', 'Connections of the pool', () => pool.totalCount);
  gauge('chartlark_database_connections_idle', 'Connections nobody uses', () => pool.idleCount);
  gauge('chartlark_database_waiting', 'Queries that wait for a connection', () => pool.waitingCount);
};

/** Jobs and pushes: the first are all processes', asked of the database; the second what this process has done. */
const watchJobs = (registry: Registry, { database, push }: Watched) => {
  const registers = [registry];
  new Gauge({
    name: 'chartlark_jobs',
    help: 'Jobs of all processes: due and not begun, running, for later, dead (given up)',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      // While the database is away nobody knows: no figure is better than an old one.
      const counts = await countJobs(database.db).catch(() => ({}));
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
    },
  });
  new Counter({
    name: 'chartlark_push_requests_total',
    help: 'Requests to push services',
    registers,
    collect() {
      this.reset();
      this.inc(push.counts().sent);
    },
  });
  new Counter({
    name: 'chartlark_push_results_total',
    help: 'Devices by what became of a message to them',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      const { accepted, gone, failed } = push.counts();
      for (const [result, count] of Object.entries({ accepted, gone, failed })) this.inc({ result }, count);
    },
  });
  new Gauge({
    name: 'chartlark_push_waiting',
    help: 'Messages of all processes that wait to be sent, as last counted',
    registers,
    collect() {
      this.set(push.counts().waiting);
    },
  });
};

/** What an operator's Prometheus reads. Without METRICS_TOKEN nothing is counted, and the route answers 404. */
export const metricsRoutes = (app: ContractApp, deps: Watched, meters: readonly RouteMeter[]): void => {
  const registry = new Registry();
  if (deps.env.metricsToken !== undefined) {
    // The process itself: CPU, memory, open files, delay of the event loop, garbage collection.
    collectDefaultMetrics({ register: registry });
    for (const metric of requestMetrics(meters)) registry.registerMetric(metric);
    watch(registry, deps);
    watchJobs(registry, deps);
  }
  app.handle(metrics, async ({ reply }): Promise<typeof SENT> => {
    reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
    return SENT;
  });
};
