import type { FastifyInstance } from 'fastify';
import type { Metric } from 'prom-client';

/** Histogram bounds in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** All paths without a route count as one, because callers can invent any. */
const UNMATCHED = '(none)';

/**
 * Counts responses of one route. A request costs two additions; labels are built on scrape only (prom-client would
 * look them up by a string per request).
 */
export class RouteMeter {
  readonly method: string;
  readonly route: string;
  /** Responses by status. */
  readonly byStatus = new Map<number, number>();
  /** Responses by histogram bucket; the last one is unbounded. */
  readonly byDuration: number[] = Array(BOUNDS.length + 1).fill(0);
  seconds = 0;

  constructor(method: string, route: string) {
    this.method = method;
    this.route = route;
  }

  count(status: number): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
  }

  time(milliseconds: number): void {
    const seconds = milliseconds / 1000;
    this.seconds += seconds;
    let place = 0;
    while (place < BOUNDS.length && seconds > BOUNDS[place]!) place++;
    this.byDuration[place]!++;
  }
}

/** Counts responses of all routes added from here on, and of unknown paths. */
export const meterRequests = (app: FastifyInstance): RouteMeter[] => {
  const meters: RouteMeter[] = [];
  app.addHook('onRoute', (route) => {
    const meter = new RouteMeter([route.method].flat().join(','), route.url);
    meters.push(meter);
    route.config = { ...route.config, meter };
    const before = route.onResponse === undefined ? [] : [route.onResponse].flat();
    route.onResponse = [
      ...before,
      (_request, reply, done) => {
        meter.count(reply.statusCode);
        meter.time(reply.elapsedTime);
        done();
      },
    ];
  });
  const unmatched = new RouteMeter('any', UNMATCHED);
  meters.push(unmatched);
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) unmatched.count(reply.statusCode);
    done();
  });
  return meters;
};

type Value = { labels: Record<string, string | number>; value: number; metricName?: string };

/** Adapts meters to prom-client's metric interface. */
const metric = (name: string, help: string, type: 'counter' | 'histogram', values: () => Value[]) =>
  ({
    name,
    help,
    type,
    get: async () => ({ name, help, type, values: values(), aggregator: 'sum' }),
  }) as unknown as Metric;

/** The meters as two Prometheus metrics. */
export const requestMetrics = (meters: readonly RouteMeter[]): Metric[] => [
  metric('http_requests_total', 'Requests answered', 'counter', () =>
    meters.flatMap(({ method, route, byStatus }) =>
      [...byStatus].map(([status, value]) => ({ labels: { method, route, status }, value })),
    ),
  ),
  metric(
    'http_request_duration_seconds',
    'Time from the request head to the end of the response',
    'histogram',
    () => meters.filter(isTimed).flatMap(durations),
  ),
];

const isTimed = ({ byDuration }: RouteMeter) => byDuration.some((count) => count > 0);

/** Prometheus buckets are cumulative. */
const durations = ({ method, route, byDuration, seconds }: RouteMeter): Value[] => {
  const labels = { method, route };
  const name = 'http_request_duration_seconds';
  let below = 0;
  const buckets = byDuration.map((count, place) => {
    below += count;
    return { labels: { ...labels, le: BOUNDS[place] ?? '+Inf' }, value: below, metricName: `${name}_bucket` };
  });
  return [
    ...buckets,
    { labels, value: seconds, metricName: `${name}_sum` },
    { labels, value: below, metricName: `${name}_count` },
  ];
};
