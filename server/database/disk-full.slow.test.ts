import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { type AppProcess, startAppProcess } from '../testing/app-process.ts';
import { createForm, sendForm, wav } from '../testing/media-files.ts';
import { callAt, signInAt } from '../testing/process-calls.ts';
import { ideaInput } from '../testing/test-app.ts';

/** R7 of TARGETS, on a small in-memory file system, which requires permission to mount. */
const DISK_MB = 220;

const mountSmallDisk = (): string | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'chartlark-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0711`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
};
const disk = mountSmallDisk();

/** Fills the disk. */
const fill = (path: string) => {
  const file = openSync(path, 'w');
  for (const size of [1 << 20, 1 << 12, 1]) {
    const block = Buffer.alloc(size, 1);
    try {
      for (;;) if (writeSync(file, block) < size) break;
    } catch {
      // Full for this block size; tries the next smaller one.
    }
  }
  closeSync(file);
};

describe.skipIf(disk === undefined)('a full disk (skipped if no file system can be mounted)', () => {
  const folder = disk ?? '';
  let app: AppProcess;
  let token: string;
  const acknowledged: string[] = [];

  beforeAll(async () => {
    app = await startAppProcess({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' });
    token = await signInAt(app.url, 'educator');
  });
  afterAll(async () => {
    await app?.stop();
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  /** Incompressible notes, so that the table must grow. */
  const publish = async (): Promise<number> => {
    const answer = await callAt(app.url, 'POST', '/api/trade-ideas', {
      token,
      body: ideaInput({ notes: randomBytes(2_000).toString('hex') }),
    });
    const body = (await answer.json()) as TradeIdea & { code?: string };
    if (answer.status === 201) acknowledged.push(body.id);
    else expect(['STORAGE_FULL', 'DATABASE_UNAVAILABLE']).toContain(body.code);
    return answer.status;
  };
  const upload = () =>
    sendForm<{ code?: string; url?: string }>(
      app,
      token,
      createForm(wav(2_000_000), 'note.wav', 'audio/wav'),
    );
  const uploads = () =>
    readdirSync(join(folder, 'data', 'media'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  const list = () => callAt(app.url, 'GET', '/api/trade-ideas?market=Forex&state=active', { token });

  it('rejects writes with a message, leaves no partial files, still reads, and recovers', async () => {
    expect([await publish(), (await upload()).status]).toEqual([201, 201]);
    const before = uploads();
    fill(join(folder, 'filler'));

    const refusedUpload = await upload();
    expect([refusedUpload.status, refusedUpload.body.code]).toEqual([507, 'STORAGE_FULL']);
    expect(uploads()).toEqual(before);

    const statuses: number[] = [];
    while (!statuses.some((status) => status !== 201) && statuses.length < 500)
      statuses.push(await publish());
    for (let more = 0; more < 10; more++) statuses.push(await publish());
    expect([503, 507]).toContain(statuses.find((status) => status !== 201));
    expect(statuses.filter((status) => ![201, 503, 507].includes(status))).toEqual([]);
    const reading = await list();
    expect(reading.status).toBe(200);
    expect(((await reading.json()) as TradeIdea[]).map(({ id }) => id)).toContain(acknowledged[0]);
    expect((await callAt(app.url, 'GET', '/healthz')).status).toBe(200);

    rmSync(join(folder, 'filler'));
    await expect.poll(publish, { interval: 200 }).toBe(201);
    expect((await upload()).status).toBe(201);
    for (const id of acknowledged)
      expect((await callAt(app.url, 'GET', `/api/trade-ideas/${id}`, { token })).status).toBe(200);
  });
});
