import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { roles } from '../../contract/account/auth.ts';
import { metrics } from '../../contract/shared/health.ts';
import type { Deps } from '../deps.ts';
import { type ContractApp, SENT } from '../http/contract-routes.ts';
import { countJobs } from '../jobs/jobs-db.ts';

type MetricSources = Pick<
  Deps,
  'env' | 'hub' | 'presence' | 'feed' | 'snapshot' | 'database' | 'push' | 'mailer'
>;

/** A value, or one for each value of the label. */
type Reading = number | Record<string, number>;

/** Metrics of this process, and of all where the help says so, which are read on each scrape. */
const registerMetrics = (registry: Registry, deps: MetricSources) => {
  const { hub, presence, feed, snapshot, database, push, mailer } = deps;
  const register = (
    name: `chartlark_${string}`,
    help: string,
    read: () => Reading | Promise<Reading>,
    label?: string,
  ) =>
    new (name.endsWith('_total') ? Counter : Gauge)({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        const reading = await read();
        this.reset();
        if (typeof reading === 'number') this.inc(reading);
        else for (const [value, count] of Object.entries(reading)) this.inc({ [label ?? '']: value }, count);
      },
    });
  const countStreams = () => Object.fromEntries(roles.map((role) => [role, hub.countByRole(role)]));
  register('chartlark_live_streams', 'Open live streams', countStreams, 'role');
  register(
    'chartlark_live_streams_opened_total',
    'Live streams opened, including reconnects',
    () => hub.opened,
  );
  register(
    'chartlark_customers_online',
    'Open streams of customers over all processes',
    () => presence.customersOnline,
  );
  register(
    'chartlark_feed_sequence',
    'Number of the newest event applied by this process',
    () => feed.head.seq,
  );
  register('chartlark_feed_behind_events', 'Events known but not applied', () => feed.lag.events);
  register(
    'chartlark_feed_delay_seconds',
    'Latency from the newest event’s transaction to this process',
    () => feed.lag.delayMs / 1000,
  );
  register(
    'chartlark_snapshot_age_seconds',
    'Time since the feed was last read: maximum age of cached responses',
    () => feed.lag.readAgeMs / 1000,
  );
  register('chartlark_snapshot_lists', 'Lists cached in memory', () => snapshot.size);
  const { pool } = database;
  register('chartlark_database_connections', 'Connections of the pool', () => pool.totalCount);
  register('chartlark_database_connections_idle', 'Idle connections of the pool', () => pool.idleCount);
  register('chartlark_database_waiting', 'Queries waiting for a connection', () => pool.waitingCount);
  register(
    'chartlark_jobs',
    'Jobs of all processes by state: due, running, scheduled for later, dead',
    // No value while the database is unavailable, rather than an outdated one.
    () => countJobs(database.db).catch(() => ({})),
    'state',
  );
  register('chartlark_push_requests_total', 'Requests to push services', () => push.counts().sent);
  const countPushes = () => {
    const { accepted, gone, failed } = push.counts();
    return { accepted, gone, failed };
  };
  register('chartlark_push_results_total', 'Push deliveries by result', countPushes, 'result');
  register(
    'chartlark_push_waiting',
    'Push messages of all processes waiting to be sent',
    // Not a number while the database is unavailable, rather than an outdated one.
    () => push.countWaiting().catch(() => Number.NaN),
  );
  if (!mailer) return;
  const help = 'Attempts to send a mail by result: sent, refused for good, delayed';
  register('chartlark_mails_total', help, () => mailer.counts, 'result');
};

/** The default of 10 ms wakes an idle process a hundred times a second. Delays are reported up to this much longer. */
const EVENT_LOOP_PRECISION_MS = 25;

/** Metrics for Prometheus. Without METRICS_TOKEN there is no registry, nothing is counted and the route answers 404. */
export const metricsRoutes = (app: ContractApp, deps: MetricSources, registry = new Registry()): void => {
  if (deps.env.metricsToken !== undefined) {
    // Process metrics: CPU, memory, open files, event-loop delay, garbage collection.
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION_MS });
    registerMetrics(registry, deps);
  }
  app.handle(metrics, async ({ reply }): Promise<typeof SENT> => {
    reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
    return SENT;
  });
};
