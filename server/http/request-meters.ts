import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';

/** Histogram bounds in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** All paths without a route count as one, because callers can invent any. */
const UNMATCHED = { method: 'any', route: '(none)' };

/** Counts a response of a route. */
export type RequestMeter = (method: string, route: string, status: number, milliseconds: number) => void;

/** Counts the responses of all routes and of unknown paths. Returns the meter for what Fastify does not answer. */
export const meterRequests = (app: FastifyInstance, registry: Registry): RequestMeter => {
  const registers = [registry];
  const answered = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request head to the end of the response',
    labelNames: ['method', 'route'],
    buckets: BOUNDS,
    registers,
  });
  const meter: RequestMeter = (method, route, status, milliseconds) => {
    answered.inc({ method, route, status });
    duration.observe({ method, route }, milliseconds / 1000);
  };
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url = '' } = request.routeOptions;
    if (request.is404) answered.inc({ ...UNMATCHED, status: reply.statusCode });
    else meter([method].flat().join(), url, reply.statusCode, reply.elapsedTime);
    done();
  });
  return meter;
};
