import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';

/** Histogram bounds in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** All paths without a route count as one, because callers can invent any. */
const UNMATCHED = { method: 'any', route: '(none)' };

/** What was answered from memory since the metrics were read, by status. A counter of the library costs a fifth of such a response. */
export type ReadCounts = { 200: number; 304: number };

/** Counts the responses of all routes and of unknown paths. Returns what counts those of a route that Fastify does not answer. */
export const meterRequests = (app: FastifyInstance, registry: Registry): ((route: string) => ReadCounts) => {
  const registers = [registry];
  const reads = new Map<string, ReadCounts>();
  const answered = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect() {
      for (const [route, counts] of reads)
        for (const status of [200, 304] as const) {
          this.inc({ method: 'GET', route, status }, counts[status]);
          counts[status] = 0;
        }
    },
  });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request head to the end of the response, unless it is from memory',
    labelNames: ['method', 'route'],
    buckets: BOUNDS,
    registers,
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method: methods, url: route = '' } = request.routeOptions;
    const method = [methods].flat().join();
    answered.inc({ ...(request.is404 ? UNMATCHED : { method, route }), status: reply.statusCode });
    if (!request.is404) duration.observe({ method, route }, reply.elapsedTime / 1000);
    done();
  });
  return (route) => {
    const counts = reads.get(route) ?? { 200: 0, 304: 0 };
    reads.set(route, counts);
    return counts;
  };
};
