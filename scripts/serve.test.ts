import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { programArgs } from '../server/testing/as-program.ts';
import { createTestDatabase } from '../server/testing/test-database.ts';

const program = fileURLToPath(new URL('./serve.ts', import.meta.url));
let folder: string;
const children = new Set<ChildProcess>();

// All tests share one data folder, because creating a database is slow; each test stops what it started.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chartlark-serve-'));
  chmodSync(folder, 0o711);
});
afterEach(async () => {
  for (const child of children) await stop(child, 'SIGTERM');
  children.clear();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Chartlark = { child: ChildProcess; address: string; output: () => string; errors: () => string };

const READY = /^Chartlark is ready.*\n/m;

/** Runs the program until it is ready (or `until` matches) or has exited. */
const serve = async (settings: Record<string, string> = {}, until = READY): Promise<Chartlark> => {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    LOG_LEVEL: 'error',
    ...settings,
  };
  const child = spawn(process.execPath, programArgs(program), { env, cwd: '/' });
  children.add(child);
  let output = '';
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (until.test(output)) resolve();
    });
  });
  await Promise.race([ready, once(child, 'close')]);
  const address = /^Chartlark is ready at (\S+)/m.exec(output)?.[1] ?? '';
  return { child, address, output: () => output, errors: () => errors };
};

/** Sends the signals at once and waits for the exit. */
const stop = async (child: ChildProcess, ...signals: NodeJS.Signals[]): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  for (const signal of signals) child.kill(signal);
  await closed;
};

const isDatabaseRunning = () => existsSync(join(folder, 'data', 'postgres', 'data', 'postmaster.pid'));

const occupyPort = async (): Promise<{ port: number; server: Server }> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, server };
};

describe('starting', () => {
  // Loads the demo.
  test('prints the address, the demo sign-ins and a final line when ready', { timeout: 60_000 }, async () => {
    const { child, address, output } = await serve({ DEMO: '', LOG_LEVEL: '' });
    const lines = output().trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(/^Chartlark is ready/);
    expect(output()).toContain(`${address}/login`);
    expect(output()).toContain(`${address}/chartlark-staff`);
    expect(output()).toContain('customer@demo.test / learn-to-trade');
    expect(output()).toContain('educator7@demo.test / teach-to-trade');
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    // At the default level, the log has nothing about the start, but it has writes.
    await fetch(`${address}/api/auth/logout`, { method: 'POST' });
    await stop(child, 'SIGTERM');
    const logged = output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(logged.map((line) => JSON.parse(line).msg)).toEqual(['request completed']);
  });

  test('uses an external database without the demo, and starts none', async () => {
    const { connectionString, database, drop } = await createTestDatabase();
    try {
      const { child, address, output } = await serve({
        DATABASE_URL: connectionString,
        DEMO: '',
        DATA_DIR: join(folder, 'none'),
      });
      expect((await fetch(`${address}/readyz`)).status).toBe(200);
      expect(output()).not.toContain('demo');
      expect((await database.pool.query('select from users')).rowCount).toBe(0);
      expect(existsSync(join(folder, 'none'))).toBe(false);
      await stop(child, 'SIGTERM');
    } finally {
      await drop();
    }
  });
});

describe('stopping', () => {
  test.each([[['SIGTERM']], [['SIGINT', 'SIGINT']]] as [NodeJS.Signals[]][])(
    'exits with 0 and leaves nothing running when it is stopped with %s',
    async (signals) => {
      const { child } = await serve();
      expect(isDatabaseRunning()).toBe(true);
      await stop(child, ...signals);
      expect(child.exitCode).toBe(0);
      expect(isDatabaseRunning()).toBe(false);
    },
  );

  test('stops during the start', async () => {
    const { child } = await serve({ DATA_DIR: join(folder, 'another') }, /Creating the database/);
    await stop(child, 'SIGTERM');
    expect(child.exitCode).toBe(0);
    expect(existsSync(join(folder, 'another', 'postgres', 'data', 'postmaster.pid'))).toBe(false);
  });
});

describe('a start that fails', () => {
  const expectOneLine = ({ child, errors }: Chartlark, line: RegExp) => {
    expect(errors().trimEnd()).toMatch(line);
    expect(errors().trimEnd().split('\n')).toHaveLength(1);
    expect(child.exitCode).toBe(1);
  };

  test('prints one clear line if settings are invalid, and leaves nothing running', async () => {
    expectOneLine(
      await serve({ PORT: 'http', DEMO: 'maybe', DATA_DIR: join(folder, 'none') }),
      /^Invalid settings: PORT must be .*; DEMO must be /,
    );
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  test('prints one clear line if the port is in use, and leaves nothing running', async () => {
    const { port, server } = await occupyPort();
    expectOneLine(
      await serve({ PORT: String(port) }),
      new RegExp(`^Port ${port} .*is already in use.*PORT=3001 npm start$`),
    );
    expect(isDatabaseRunning()).toBe(false);
    server.close();
  });

  test('prints one clear line if the address is not this machine’s, and leaves nothing running', async () => {
    expectOneLine(await serve({ HOST: '192.0.2.1' }), /^HOST=192\.0\.2\.1 isn't an address of this machine/);
    expect(isDatabaseRunning()).toBe(false);
  });

  test('prints one clear line if another application uses the data, and leaves that running', async () => {
    const first = await serve();
    expectOneLine(await serve(), /^Another Chartlark is using/);
    expect((await fetch(`${first.address}/healthz`)).status).toBe(200);
  });

  test('prints one clear line if the data folder is not writable', async () => {
    expectOneLine(await serve({ DATA_DIR: '/dev/null/data' }), /\/dev\/null\/data/);
  });

  test('prints one clear line if the external database does not answer', async () => {
    const { port, server } = await occupyPort();
    server.close();
    expectOneLine(
      await serve({ DATABASE_URL: `postgres://lark:secret@127.0.0.1:${port}/lark` }),
      /^Can't use the database of DATABASE_URL: connect ECONNREFUSED/,
    );
  });
});
