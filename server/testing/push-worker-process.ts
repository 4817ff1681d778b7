import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programArgs } from './as-program.ts';
import type { PushWorkerReport, PushWorkerTask } from './push-worker.ts';

const program = fileURLToPath(new URL('push-worker.ts', import.meta.url));

type PushWorkerProcess = {
  /** Counters so far. */
  report(): Promise<PushWorkerReport>;
  /** Stops it and returns its counters. */
  stop(): Promise<PushWorkerReport>;
  /** kill -9. */
  kill(): Promise<void>;
};

/** Starts server/testing/push-worker.ts and waits until it runs. */
export const startPushWorker = async (task: PushWorkerTask): Promise<PushWorkerProcess> => {
  const child = spawn(process.execPath, [...programArgs(program), JSON.stringify(task)], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A crashed test run leaves nothing behind.
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  child.once('exit', () => process.removeListener('exit', killWithUs));
  const dies = once(child, 'exit').then(() => {
    throw new Error('The worker is dead');
  });
  // Tests kill most workers on purpose.
  dies.catch(() => undefined);
  let said = '';
  const works = Promise.withResolvers<void>();
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk;
    if (said.startsWith('working')) works.resolve();
  });
  child.once('exit', (code) => works.reject(new Error(`The worker ended with ${code}: ${said}`)));
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(child, 'close');
    child.kill(signal);
    await ended;
  };
  const lines = () => said.split('\n').length;
  const lastReport = (): PushWorkerReport => JSON.parse(said.trimEnd().split('\n').at(-1) ?? '');
  await works.promise;
  return {
    report: async () => {
      const next = lines() + 1;
      child.kill('SIGUSR2');
      while (lines() < next) await Promise.race([once(child.stdout, 'data'), dies]);
      return lastReport();
    },
    stop: async () => {
      await end('SIGTERM');
      return lastReport();
    },
    kill: () => end('SIGKILL'),
  };
};
