import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ErrorBody } from '../../contract/shared/errors.ts';
import { Sessions } from '../account/sessions/sessions-service.ts';
import { addUser } from '../account/users/users-service.ts';
import { media } from '../database/schema.ts';
import { systemClock } from '../shared/clock.ts';
import { createForm, jpeg, sendForm, uploadFile, wav } from '../testing/media-files.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let one: string;
beforeAll(async () => {
  test = await startTestApp();
  one = await test.openSession('one@test.example');
});
afterAll(() => test.close());

const listFiles = async (app = test): Promise<string[]> => {
  const entries = await readdir(app.folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};
const listArriving = async () => (await listFiles()).filter((path) => path.includes('arriving'));
const send = (form: FormData) => sendForm<ErrorBody>(test, one, form);

describe('one person', () => {
  const START =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nthe first bytes of many';
  /** Sends the headers of an upload; the socket stays open. */
  const startRequest = ({ app = test, token = one, request = 'POST /api/media' } = {}): Socket => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `${request} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n`,
    );
    return socket;
  };
  /** Sends the start of an upload; the socket stays open. */
  const startUpload = async (options: Parameters<typeof startRequest>[0] = {}): Promise<Socket> => {
    const before = (await listFiles(options.app)).length;
    const socket = startRequest(options);
    socket.write(START);
    await expect.poll(async () => (await listFiles(options.app)).length).toBe(before + 1);
    return socket;
  };

  it('allows one person two uploads at a time, without stopping anybody else', async () => {
    const before = await listFiles();
    const uploads = [await startUpload(), await startUpload()];
    const third = await send(createForm(await jpeg()));
    expect([third.status, third.body.code, third.headers.get('retry-after')]).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      '5',
    ]);
    await uploadFile(test, await test.openSession('two@test.example'), wav());
    // One place is free again, and only one.
    uploads.shift()?.destroy();
    await expect.poll(async () => (await send(createForm(wav()))).status).toBe(201);
    uploads.push(await startUpload());
    expect((await send(createForm(wav()))).status).toBe(429);
    for (const socket of uploads) socket.destroy();
    await expect.poll(async () => (await send(createForm(wav()))).status).toBe(201);
    await expect.poll(() => listArriving()).toEqual([]);
    expect((await listFiles()).length).toBe(before.length + 3);
  });

  it("refuses one person's upload while sixteen uploads of others are under way", async () => {
    // BUSY is logged as a server error.
    const app = await startTestApp({ onLog: () => undefined });
    const { db } = app.database;
    const sessions = new Sessions(db, systemClock);
    const uploads: Socket[] = [];
    for (let person = 0; person < 8; person++) {
      const names = { firstName: 'C', lastName: 'D', email: `c${person}@test.example` };
      const { id } = await addUser(db, { ...names, role: 'customer' });
      const token = await sessions.open(db, id, { address: '127.0.0.1', userAgent: null });
      for (let count = 0; count < 2; count++)
        uploads.push(await startUpload({ app, token, request: 'PUT /api/profile-image' }));
    }
    const token = await app.openSession('one@test.example');
    const attempt = () => sendForm<ErrorBody>(app, token, createForm(wav()));
    const refused = await attempt();
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'BUSY',
      '5',
    ]);
    uploads.pop()?.destroy();
    await expect.poll(async () => (await attempt()).status).toBe(201);
    for (const socket of uploads) socket.destroy();
    await app.close();
  });

  it('frees the place of an upload that stalls', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const socket = await startUpload();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    vi.advanceTimersByTime(15_000);
    await closed;
    await expect.poll(() => listArriving()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('keeps the place of an upload while 8 KiB a second arrive', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const socket = await startUpload();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const [arriving = ''] = await listArriving();
    const stored = async () => (await stat(arriving)).size;
    const send = async (bytes: number) => {
      const before = await stored();
      socket.write('x'.repeat(bytes));
      await expect.poll(stored).toBe(before + bytes);
    };
    for (let interval = 0; interval < 2; interval++) {
      await send(15 * 8 * 1024);
      vi.advanceTimersByTime(15_000);
    }
    await send(15 * 8 * 1024 - 1);
    vi.advanceTimersByTime(15_000);
    await closed;
    vi.useRealTimers();
    await expect.poll(() => listArriving()).toEqual([]);
  });

  it('stores what arrives where only the server can read it', async () => {
    const socket = await startUpload();
    const [file = ''] = await listArriving();
    const modes = await Promise.all(
      [dirname(file), file].map(async (path) => (await stat(path)).mode & 0o777),
    );
    expect(modes).toEqual([0o700, 0o600]);
    socket.destroy();
    await expect.poll(() => listArriving()).toEqual([]);
  });

  it('does not blame the uploader for an error of the disk', async () => {
    // The error is logged.
    const app = await startTestApp({ onLog: () => undefined });
    const socket = startRequest({ app, token: await app.openSession('one@test.example') });
    const folder = join(app.folder, 'media', 'arriving');
    await expect.poll(() => existsSync(folder)).toBe(true);
    await rm(folder, { recursive: true });
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.write(START);
    await expect.poll(() => answer).toContain('INTERNAL');
    socket.destroy();
    await app.close();
  });

  it('limits the space of one person, which deleted files free again', async () => {
    const limited = await startTestApp({ settings: { UPLOAD_QUOTA_GB: '1' } });
    const token = await limited.signIn('one@test.example');
    const full = {
      name: `${'0'.repeat(32)}.mp4`,
      ownerId: limited.people.educator1.id,
      kind: 'video',
      contentType: 'video/mp4',
      byteSize: 1024 ** 3,
      createdAt: new Date(0),
    } as const;
    await limited.database.db.insert(media).values(full);
    const refused = await sendForm<ErrorBody>(limited, token, createForm(wav()));
    expect([refused.status, refused.body.code]).toEqual([413, 'UPLOAD_SPACE_FULL']);
    await uploadFile(limited, await limited.signIn('two@test.example'), wav());
    await limited.database.db.delete(media);
    await uploadFile(limited, token, wav());
    await limited.close();
  });
});
