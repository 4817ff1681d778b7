import * as z from 'zod/mini';
import { defineRoute } from './route.ts';

export const healthz = defineRoute({
  method: 'GET',
  path: '/healthz',
  access: 'public',
  summary: 'Liveness: the process is running',
  failure: 'Not healthy',
  response: z.object({ status: z.literal('ok') }),
});

export const readyz = defineRoute({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  summary: 'Readiness: the database answers and the feed is connected',
  failure: 'Not ready',
  response: z.object({ status: z.literal('ready') }),
  errors: ['DATABASE_UNAVAILABLE'],
});

/** For Prometheus, which sends METRICS_TOKEN as its Bearer token. */
export const metrics = defineRoute({
  method: 'GET',
  path: '/metrics',
  access: 'metrics',
  summary: 'Metrics of this process in the Prometheus text format',
  failure: 'Not available',
  response: z.string(),
});
