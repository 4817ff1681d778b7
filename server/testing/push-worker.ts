/**
 * The part of a server that sends pushes, in a process of its own, for tests that kill it and for measuring it: a worker
 * with a push service of this machine. Its one argument is a `PushWorkerTask`; it says "working", and when it is asked
 * (SIGUSR2) or told to stop, one line of JSON: a `PushWorkerReport`.
 */
import Fastify from 'fastify';
import { createDatabase } from '../database/database.ts';
import { noNotifications } from '../ideas/idea-notifier.ts';
import { IdeasService } from '../ideas/ideas-service.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { createPush } from '../push/create-push.ts';
import type { PushCounts } from '../push/delivery/push-counts.ts';
import { TEST_CERTIFICATE } from './push-service-tls.ts';

export type PushWorkerTask = {
  connectionString: string;
  /** Of the push service. */
  origin: string;
  leaseMs?: number;
  staleMs?: number;
  sweepMs?: number;
};
export type PushWorkerReport = {
  counts: PushCounts;
  /** CPU time since "working", of user and system, in microseconds. */
  cpu: NodeJS.CpuUsage;
};

const task: PushWorkerTask = JSON.parse(process.argv[2] ?? '');
const clock = () => new Date();
const { log } = Fastify({ logger: { level: 'warn' } });
const database = createDatabase(task.connectionString);
const ideas = new IdeasService(
  database.db,
  { waitUntilApplied: async () => undefined },
  clock,
  noNotifications,
);
const push = createPush({
  db: database.db,
  clock,
  endpoints: {
    allowsUrl: (url) => url.origin === task.origin,
    allowsAddress: (address) => address === '127.0.0.1',
    ca: TEST_CERTIFICATE,
  },
  brand: 'Chartlark',
  contact: 'mailto:operator@test.example',
  findIdea: (id) => ideas.find(id),
  log,
  ...(task.leaseMs === undefined ? {} : { leaseMs: task.leaseMs }),
});
const jobs = new JobRunner(database, { tasks: push.jobs.tasks, sweep: () => push.jobs.sweep() }, log, task);
jobs.start();
const started = process.cpuUsage();

const report = (): void => {
  const done: PushWorkerReport = { counts: push.counts(), cpu: process.cpuUsage(started) };
  process.stdout.write(`${JSON.stringify(done)}\n`);
};
process.on('SIGUSR2', report);
process.once('SIGTERM', async () => {
  push.stop();
  await jobs.stop();
  await database.close();
  report();
  process.off('SIGUSR2', report);
});
// Only now: whoever reads it may ask at once.
process.stdout.write('working\n');
