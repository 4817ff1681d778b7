import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { metrics } from '../../contract/shared/health.ts';
import type { Deps } from '../deps.ts';
import { type ContractApp, SENT } from '../http/contract-routes.ts';
import { countJobs } from '../jobs/jobs-db.ts';

type MetricSources = Pick<
  Deps,
  'env' | 'hub' | 'presence' | 'feed' | 'snapshot' | 'database' | 'push' | 'mailer'
>;

/** Gauges that are read on each scrape. */
const registerGauges = (registry: Registry, { hub, presence, feed, snapshot, database }: MetricSources) => {
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
    help: 'Live streams opened, including reconnects',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(hub.opened);
    },
  });
  gauge(
    'chartlark_customers_online',
    'Open streams of customers over all processes',
    () => presence.customersOnline,
  );
  gauge('chartlark_feed_sequence', 'Number of the newest event applied by this process', () => feed.head.seq);
  gauge('chartlark_feed_behind_events', 'Events known but not applied', () => feed.lag.events);
  gauge(
    'chartlark_feed_delay_seconds',
    'Latency from the newest event’s transaction to this process',
    () => feed.lag.delayMs / 1000,
  );
  gauge(
    'chartlark_snapshot_age_seconds',
    'Time since the feed was last read: maximum age of cached responses',
    () => feed.lag.readAgeMs / 1000,
  );
  gauge('chartlark_snapshot_lists', 'Lists cached in memory', () => snapshot.size);
  const { pool } = database;
  gauge('chartlark_database_connections', 'Connections of the pool', () => pool.totalCount);
  gauge('chartlark_database_connections_idle', 'Idle connections of the pool', () => pool.idleCount);
  gauge('chartlark_database_waiting', 'Queries waiting for a connection', () => pool.waitingCount);
};

/** Job counts of all processes from the database, and push and mail counters of this process. */
const registerJobMetrics = (registry: Registry, { database, push, mailer }: MetricSources) => {
  const registers = [registry];
  new Gauge({
    name: 'chartlark_jobs',
    help: 'Jobs of all processes by state: due, running, scheduled for later, dead',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      // No value while the database is unavailable, rather than an outdated one.
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
    help: 'Push deliveries by result',
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
    help: 'Push messages of all processes waiting to be sent',
    registers,
    async collect() {
      // Not a number while the database is unavailable, rather than an outdated one.
      this.set(await push.countWaiting().catch(() => Number.NaN));
    },
  });
  if (!mailer) return;
  new Counter({
    name: 'chartlark_mails_total',
    help: 'Attempts to send a mail by result: sent, refused for good, delayed',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(mailer.counts)) this.inc({ result }, count);
    },
  });
};

/** The default of 10 ms wakes an idle process a hundred times a second. Delays are reported up to this much longer. */
const EVENT_LOOP_PRECISION_MS = 25;

/** Metrics for Prometheus. Without METRICS_TOKEN there is no registry, nothing is counted and the route answers 404. */
export const metricsRoutes = (app: ContractApp, deps: MetricSources, registry = new Registry()): void => {
  if (deps.env.metricsToken !== undefined) {
    // Process metrics: CPU, memory, open files, event-loop delay, garbage collection.
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION_MS });
    registerGauges(registry, deps);
    registerJobMetrics(registry, deps);
  }
  app.handle(metrics, async ({ reply }): Promise<typeof SENT> => {
    reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
    return SENT;
  });
};
