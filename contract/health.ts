import * as z from 'zod/mini';
import { defineRoute } from './route.ts';

export const healthz = defineRoute({
  method: 'GET',
  path: '/healthz',
  access: 'public',
  summary: 'The process is alive',
  failure: 'Not healthy',
  status: 200,
  response: z.object({ status: z.literal('ok') }),
  errors: [],
});

export const readyz = defineRoute({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  summary: 'The process can take traffic: the database answers and the feed is read',
  failure: 'Not ready',
  status: 200,
  response: z.object({ status: z.literal('ready') }),
  errors: ['DATABASE_UNAVAILABLE'],
});

/** For a Prometheus server, which sends METRICS_TOKEN as its Bearer token. */
export const metrics = defineRoute({
  method: 'GET',
  path: '/metrics',
  access: 'operator',
  summary: 'What this process counts, in the text format of Prometheus',
  failure: 'Not available',
  status: 200,
  response: z.string(),
  errors: [],
});
