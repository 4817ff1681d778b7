import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createDatabase, type Database } from '../database/database.ts';
import { type Relay, startRelay } from '../testing/relay.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { JobRunner } from './job-runner.ts';
import { addJob } from './jobs-db.ts';

/** As many as a runner runs at a time. */
const JOBS = 4;

let testDatabase: TestDatabase;
let relay: Relay;
let database: Database;
let createRunner: () => JobRunner;
let runner: JobRunner;
let started: number;
let sent: number;
let sending: number;
let sendingAtOnce: number;
let gates: PromiseWithResolvers<void>[];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  relay = await startRelay(testDatabase.connectionString);
});
beforeEach(async () => {
  [started, sent, sending, sendingAtOnce] = [0, 0, 0, 0];
  gates = Array.from({ length: JOBS }, () => Promise.withResolvers<void>());
  database = createDatabase(relay.url);
  const tasks = { wait: async () => gates[started++]?.promise };
  const send = async () => {
    sendingAtOnce = Math.max(sendingAtOnce, ++sending);
    await sleep(1);
    sending--;
    sent++;
  };
  // A job that waits for a poll waits for longer than a test.
  createRunner = () => {
    const work = { tasks, lanes: [{ tasks: { send }, workers: 1 }] };
    return new JobRunner(database, work, pino({ level: 'silent' }), { staleMs: 1_000, sweepMs: 500 });
  };
  runner = createRunner();
  runner.start();
  for (let count = 0; count < JOBS; count++)
    await addJob(testDatabase.database.db, { task: 'wait', payload: {} });
  await expect.poll(() => started).toBe(JOBS);
});
afterEach(async () => {
  relay.thaw();
  relay.restore();
  await runner.stop();
  await database.close();
});
afterAll(async () => {
  await relay.close();
  await testDatabase.drop();
});

/** Each job's result is on its way, by a connection of its own, when the database is lost. */
const loseResults = async () => {
  relay.freeze();
  for (const gate of gates) {
    gate.resolve();
    await sleep(20);
  }
  relay.cut();
};

it('runs jobs again after an outage that lost the results of several', async () => {
  await loseResults();
  relay.thaw();
  relay.restore();
  const countJobs = async () =>
    (await testDatabase.database.pool.query('select from chartlark_jobs.jobs')).rows.length;
  await expect.poll(countJobs).toBe(0);
  // On a busy machine a result may be written only after the outage.
  expect(started).toBeGreaterThan(JOBS);
});

it('stops although the results of several jobs were lost', async () => {
  await loseResults();
  await runner.stop();
});

it('runs serial jobs one at a time, each right after the last, while all other workers are busy', async () => {
  for (let count = 0; count < 20; count++)
    await addJob(testDatabase.database.db, { task: 'send', payload: {} });
  await expect.poll(() => sent).toBe(20);
  expect(sendingAtOnce).toBe(1);
  for (const gate of gates) gate.resolve();
});

it('starts jobs whose time has come', async () => {
  const runAt = new Date(Date.now() + 1_000);
  await addJob(testDatabase.database.db, { task: 'send', payload: {}, runAt });
  await expect.poll(() => sent).toBe(1);
  expect(Date.now()).toBeGreaterThanOrEqual(runAt.getTime());
  for (const gate of gates) gate.resolve();
});

it('stops although the database becomes unavailable while it starts', async () => {
  // The library prints what is expected here.
  vi.spyOn(console, 'trace').mockReturnValue();
  const count = 10;
  await Promise.all(Array.from({ length: count }, () => database.pool.query('select pg_sleep(0.1)')));
  relay.freeze();
  const starting = createRunner();
  const idle = database.pool.idleCount;
  starting.start();
  // The listener's connection, those of the workers and that of the sweep.
  await expect.poll(() => idle - database.pool.idleCount).toBeGreaterThan(JOBS);
  const stopped = starting.stop();
  relay.cut();
  await stopped;
  for (const gate of gates) gate.resolve();
});
