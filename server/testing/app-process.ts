import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programArgs } from './as-program.ts';
import { WAIT_LIMIT_MS } from './time-limits.ts';

const program = fileURLToPath(new URL('../../scripts/serve.ts', import.meta.url));

/** The application in production mode, in a separate process. */
export type AppProcess = {
  readonly url: string;
  readonly child: ChildProcess;
  /** Output so far. */
  readonly output: () => string;
  /** Stops it; returns the exit code, or null if it had to be killed. */
  stop(): Promise<number | null>;
  /** kill -9. */
  kill(): Promise<void>;
};

/** Starts `scripts/serve.ts` with only these settings and waits until it is ready. */
export const startAppProcess = async (settings: Record<string, string>): Promise<AppProcess> => {
  const child = spawn(process.execPath, programArgs(program), {
    env: {
      PATH: process.env.PATH ?? '',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A crashed test run leaves nothing behind.
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  child.once('exit', () => process.removeListener('exit', killWithUs));
  let output = '';
  const ready = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
      const address = /ready at (http:\/\/\S+)/.exec(output)?.[1];
      if (address) ready.resolve(address);
    });
  const timeout = setTimeout(
    () => ready.reject(new Error(`Not ready after ${WAIT_LIMIT_MS} ms:\n${output}`)),
    WAIT_LIMIT_MS,
  );
  child.once('exit', (code) => ready.reject(new Error(`It ended with ${code}:\n${output}`)));
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  try {
    const url = await ready.promise;
    return {
      url,
      child,
      output: () => output,
      stop: () => end('SIGTERM'),
      kill: async () => void (await end('SIGKILL')),
    };
  } catch (error) {
    await end('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timeout);
  }
};
