import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TradeIdea } from '../../contract/ideas.ts';
import { POSTGRES_USER } from '../database/embedded/cluster.ts';
import { DEMO_EDUCATOR_PASSWORD } from '../demo/demo-people.ts';
import { ResumingReader } from '../testing/resuming-reader.ts';
import { ideaInput } from '../testing/test-app.ts';

/** R1 and R2 of TARGETS in their short form: real processes, killed without warning while ideas are being published. */
const program = fileURLToPath(new URL('../../scripts/serve.ts', import.meta.url));

let folder: string;
let port: number;
let url: string;
let server: ChildProcess;
let token: string;
let said = '';

const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
};

const start = async () => {
  server = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' },
  });
  const output = (chunk: Buffer) => {
    said += chunk;
  };
  server.stdout?.on('data', output);
  server.stderr?.on('data', output);
  await untilReady(20_000);
};

const untilReady = async (withinMs: number) => {
  const deadline = performance.now() + withinMs;
  while (!(await isReady())) {
    if (performance.now() > deadline) throw new Error(`Not ready within ${withinMs} ms. It said: ${said}`);
    await sleep(50);
  }
};

const isReady = async () => {
  const response = await fetch(`${url}/readyz`).catch(() => undefined);
  return response?.status === 200;
};

const kill = async (child: ChildProcess, signal: NodeJS.Signals) => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
};

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });

/** Publishes ideas one after another until told to stop; each is retried with its key until it is acknowledged. */
const publishUntil = async (isOver: () => boolean, acknowledged: Map<string, string>) => {
  while (!isOver()) {
    const key = randomUUID();
    while (!acknowledged.has(key)) {
      const answer = await call('POST', '/api/trade-ideas', ideaInput({ notes: key }), {
        'idempotency-key': key,
      }).catch(() => undefined);
      if (answer?.status === 201) {
        const idea = await answer.json().catch(() => undefined);
        if (idea) acknowledged.set(key, (idea as TradeIdea).id);
      } else {
        // Refusals of a server in trouble are 503; anything else would be a defect.
        if (answer) expect(answer.status).toBe(503);
        await sleep(30);
      }
    }
  }
};

/** Pids of the embedded PostgreSQL: its first process, as it notes itself, and all its children. */
const postgresPids = (): number[] => {
  const dataFolder = findPostmaster();
  const postmaster = Number(readFileSync(dataFolder, 'utf8').split('\n')[0]);
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' });
  return [postmaster, ...children.trim().split(/\s+/).map(Number)];
};
const findPostmaster = () =>
  execFileSync('find', [folder, '-name', 'postmaster.pid'], { encoding: 'utf8' }).trim().split('\n')[0] ?? '';

const databaseUrl = () => {
  const lines = readFileSync(findPostmaster(), 'utf8').split('\n');
  const password =
    execFileSync('find', [folder, '-name', '*password*', '-type', 'f'], { encoding: 'utf8' })
      .trim()
      .split('\n')[0] ?? '';
  return { port: Number(lines[3]), password: readFileSync(password, 'utf8').trim() };
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chartlark-crash-'));
  chmodSync(folder, 0o711);
  port = await freePort();
  url = `http://127.0.0.1:${port}`;
  await start();
  const answer = await call('POST', '/api/auth/login', {
    email: 'educator1@demo.test',
    password: DEMO_EDUCATOR_PASSWORD,
    selectedRole: 'educator',
  });
  token = ((await answer.json()) as { sessionToken: string }).sessionToken;
}, 60_000);

afterAll(async () => {
  await kill(server, 'SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

const ROUNDS = 3;

/** Publishes and reads while `disturb` does its worst, then checks that nothing acknowledged is gone and nothing doubled. */
const survive = async (disturb: () => Promise<void>) => {
  const acknowledged = new Map<string, string>();
  const readers = Array.from({ length: 3 }, () => new ResumingReader(url, token));
  await Promise.all(readers.map((reader) => reader.ready));
  let isOver = false;
  const writers = Array.from({ length: 4 }, () => publishUntil(() => isOver, acknowledged));
  await sleep(200);
  for (let round = 0; round < ROUNDS; round++) {
    await disturb();
    await sleep(200);
  }
  isOver = true;
  await Promise.all(writers);
  await sleep(300);
  // Closing takes what the open stream holds; a resume then brings what was still on its way.
  await Promise.all(readers.map((reader) => reader.close()));

  const listed = new Map<string, string[]>();
  let path: string | undefined = '/api/trade-ideas?educatorId=1&limit=500';
  while (path) {
    const page: Response = await call('GET', path);
    for (const idea of (await page.json()) as TradeIdea[]) {
      if (idea.notes !== null) listed.set(idea.notes, [...(listed.get(idea.notes) ?? []), idea.id]);
    }
    path = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
  }
  expect(acknowledged.size).toBeGreaterThan(10);
  for (const [key, id] of acknowledged) expect(listed.get(key), key).toEqual([id]);
  for (const reader of readers) {
    const { seqs } = reader;
    expect(reader.resets).toBe(0);
    expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, index) => (seqs[0] ?? 0) + index));
    const read = new Set(reader.changes.map(({ data }) => (data as { record: TradeIdea }).record.id));
    expect([...acknowledged.values()].filter((id) => !read.has(id))).toEqual([]);
  }
};

describe('killed without warning while ideas are published', () => {
  it('the app loses no acknowledged idea, doubles none, and its streams go on gapless', async () => {
    await survive(async () => {
      await kill(server, 'SIGKILL');
      // How soon it serves again is measured, not tested: a slow machine would teach nothing.
      await start();
    });
  }, 90_000);

  it('PostgreSQL loses nothing either, reads go on meanwhile and writes come back', async () => {
    await survive(async () => {
      for (const pid of postgresPids()) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // A child that ended between the look and the kill.
        }
      }
      expect((await call('GET', '/api/trade-ideas?market=Forex&state=active')).status).toBe(200);
      await untilReady(30_000);
    });
  }, 120_000);

  it('keeps the ledger one chain through all of it', async () => {
    const { port: databasePort, password } = databaseUrl();
    const client = new pg.Client({
      host: '127.0.0.1',
      port: databasePort,
      user: POSTGRES_USER,
      password,
      database: 'chartlark',
    });
    await client.connect();
    const { rows } = await client.query<{ broken: string }>(
      'select count(*) as broken from (select number, prev_hash, lag(hash) over (order by number) as before, lag(number) over (order by number) as last from idea_revisions) chain where number > 1 and (prev_hash <> before or number <> last + 1)',
    );
    await client.end();
    expect(rows[0]?.broken).toBe('0');
  });
});
