/**
 * A push worker in a separate process, for tests that kill it and for measurements, with a local push service. Its
 * argument is a `PushWorkerTask`. It prints "working", and on SIGUSR2 or when stopped a line of JSON: a
 * `PushWorkerReport`.
 */
import Fastify from 'fastify';
import { createDatabase } from '../database/database.ts';
import { noNotifications } from '../ideas/idea-notifier.ts';
import { IdeasService } from '../ideas/ideas-service.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { createPush, type Push } from '../notifications/create-push.ts';
import { TEST_CERTIFICATE } from './push-service-tls.ts';

export type PushWorkerTask = {
  connectionString: string;
  /** Origin of the push service. */
  origin: string;
  staleMs?: number;
  sweepMs?: number;
};
export type PushWorkerReport = {
  counts: ReturnType<Push['counts']>;
  /** User and system CPU time since "working", in microseconds. */
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
});
const jobs = new JobRunner(database, { tasks: push.jobs.tasks, lanes: [] }, log, task);
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
// Printed last, because the reader may send signals at once.
process.stdout.write('working\n');
