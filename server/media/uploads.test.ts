import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorBody } from '../../contract/shared/errors.ts';
import { media } from '../database/schema.ts';
import { animatedPng, animation, pngBomb } from '../testing/hostile-images.ts';
import {
  createForm,
  jpeg,
  largeMp4,
  mp4,
  picture,
  readRecording,
  sendForm,
  uploadFile,
  wav,
  webm,
} from '../testing/media-files.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let one: string;
beforeAll(async () => {
  test = await startTestApp();
  one = await test.openSession('one@test.example');
});
afterAll(() => test.close());
afterEach(async () => {
  await test.database.db.delete(media);
});

const filesLeft = async (): Promise<string[]> => {
  const entries = await readdir(test.folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};
const rows = () => test.database.db.select().from(media);
const send = (form: FormData, query = '') => sendForm<ErrorBody>(test, one, form, query);
const storedFile = (url: string) => join(test.folder, url.replace('/media/', 'media/'));

describe('uploading a photo', () => {
  it('re-encodes it as JPEG: scaled down, upright, without metadata or location', async () => {
    const photo = await picture(4000, 2000)
      .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const stored = await uploadFile(test, one, photo);
    expect(stored).toMatchObject({ kind: 'image', contentType: 'image/jpeg', width: 1600, height: 3200 });
    expect(stored.url).toMatch(/^\/media\/[0-9a-f]{32}\.jpg$/);
    const found = await sharp(storedFile(stored.url)).metadata();
    expect([found.exif, found.icc, found.xmp, found.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect((await stat(storedFile(stored.url))).size).toBe(stored.byteSize);
    expect([found.width, found.height]).toEqual([1600, 3200]);
    expect(await rows()).toMatchObject([{ ownerId: test.people.educator1.id, kind: 'image' }]);
  });

  it.each([
    [800, 8889, 800, 8889],
    [600, 12_000, 600, 12_000],
    [1600, 20_000, 800, 10_000],
    [2000, 5000, 1600, 4000],
  ])('keeps a tall photo readable: %i by %i', async (width, height, ...size) => {
    const stored = await uploadFile(test, one, await picture(width, height).png().toBuffer());
    expect([stored.width, stored.height]).toEqual(size);
  });

  it('stores exactly one file that only the server can read', async () => {
    const { url } = await uploadFile(test, one, await jpeg());
    expect((await stat(storedFile(url))).mode & 0o777).toBe(0o600);
    expect((await stat(join(test.folder, 'media'))).mode & 0o777).toBe(0o700);
    expect(await filesLeft()).toContain(storedFile(url));
    expect(await filesLeft()).toHaveLength((await readdir(join(test.folder, 'media'))).length - 1);
  });

  it.each([
    ['PNG', 'png'],
    ['WebP', 'webp'],
    ['AVIF', 'avif'],
    ['GIF of one frame', 'gif'],
  ] as const)('accepts %s too', async (_name, format) => {
    const stored = await uploadFile(test, one, await picture().toFormat(format).toBuffer());
    expect(stored).toMatchObject({ contentType: 'image/jpeg', width: 40, height: 30 });
  });

  it('ignores a false name and type', async () => {
    const form = createForm(await jpeg(), '../../etc/passwd.svg', 'image/svg+xml');
    const answer = await sendForm(test, one, form);
    expect(answer).toMatchObject({ status: 201, body: { contentType: 'image/jpeg' } });
  });

  it.each([
    ['a ZIP', Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(200)])],
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
  ])('drops %s appended to the image', async (_name, more) => {
    const { url } = await uploadFile(test, one, Buffer.concat([await jpeg(), more]));
    const file = await readFile(storedFile(url));
    expect(file.includes(more)).toBe(false);
    expect(file.includes('script')).toBe(false);
  });

  it('drops HTML in a comment', async () => {
    const text = Buffer.from('<script>alert(1)</script>');
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), text]);
    const photo = await jpeg();
    const { url } = await uploadFile(
      test,
      one,
      Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2)]),
    );
    expect((await readFile(storedFile(url))).includes('script')).toBe(false);
  });
});

describe('uploading audio and video', () => {
  it.each([
    ['WAV', wav(), '', 'audio/wav', 'wav'],
    ["a browser's recording in WebM", readRecording('recording.weba'), '?kind=audio', 'audio/webm', 'weba'],
    ['WebM', webm(), '', 'video/webm', 'webm'],
    ['M4A', readRecording('note.m4a'), '?kind=audio', 'audio/mp4', 'm4a'],
    ['MP4', mp4(), '', 'video/mp4', 'mp4'],
    ['Ogg Vorbis', readRecording('note.oga'), '', 'audio/ogg', 'oga'],
    ['MP3', readRecording('note.mp3'), '', 'audio/mpeg', 'mp3'],
  ])('stores %s as the type it is', async (_name, content, query, contentType, extension) => {
    const stored = await uploadFile(test, one, content, query);
    expect(stored.contentType).toBe(contentType);
    expect(stored.url.endsWith(`.${extension}`)).toBe(true);
    expect((await stat(storedFile(stored.url))).size).toBe(stored.byteSize);
    expect(await rows()).toMatchObject([{ byteSize: stored.byteSize, contentType }]);
    expect((await filesLeft()).filter((path) => path.includes('arriving'))).toEqual([]);
  });

  it('stores neither the title of a recording nor what follows its end', async () => {
    const id3v1 = Buffer.concat([Buffer.from('TAGReykjavik'), Buffer.alloc(116)]);
    const { url } = await uploadFile(test, one, Buffer.concat([readRecording('note.mp3'), id3v1]));
    expect((await readFile(storedFile(url))).includes('Reykjavik')).toBe(false);
  });

  it('allows larger videos', async () => {
    const stored = await uploadFile(test, one, await largeMp4(12 * 1024 * 1024));
    expect(stored.byteSize).toBeGreaterThan(12 * 1024 * 1024);
  });
});

describe('a rejected upload', () => {
  const MB = 1024 * 1024;
  const photoTrouble = 'Please try a different image';
  const onlyImages = 'Please upload only image files';

  const sendRefused = async (form: FormData, query = '') => {
    const before = await filesLeft();
    const answer = await send(form, query);
    // The response may arrive shortly before the clean-up.
    await expect.poll(filesLeft).toEqual(before);
    expect(await rows()).toEqual([]);
    return answer;
  };
  const refused = async (form: FormData, query = '') => {
    const { status, body } = await sendRefused(form, query);
    return [status, body.message];
  };

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'a.svg', 'image/svg+xml'],
    ['an SVG that says it is a PNG', '<?xml version="1.0"?><svg/>', 'a.png', 'image/png'],
    ['text that says it is a JPEG', 'hello', 'a.jpg', 'image/jpeg'],
    ['a page', '<!doctype html><script>1</script>', 'a.jpg', 'image/jpeg'],
    ['a PDF', '%PDF-1.7 ', 'a.jpg', 'image/jpeg'],
    ['nothing at all', '', 'a.jpg', 'image/jpeg'],
    ['a TIFF', 'II*\0\b\0\0\0', 'a.tiff', 'image/tiff'],
  ])('rejects %s and stores nothing', async (_name, content, name, type) => {
    expect(await refused(createForm(Buffer.from(content), name, type))).toEqual([415, onlyImages]);
  });

  it('rejects an empty file with another message than one of another type', async () => {
    const readFields = async (content: string) =>
      (await sendRefused(createForm(Buffer.from(content)))).body.fields;
    expect(await readFields('')).toEqual({ file: 'The file is empty' });
    expect(await readFields('x')).toEqual({ file: "This file type isn't supported" });
  });

  it('rejects a recording where a photo is meant, and the other way round', async () => {
    expect(await refused(createForm(wav()), '?kind=image')).toEqual([415, onlyImages]);
    expect(await refused(createForm(await jpeg()), '?kind=audio')).toEqual([
      415,
      'Please upload only audio files (WebM, Ogg, M4A, MP3 or WAV)',
    ]);
    expect(await refused(createForm(wav()), '?kind=video')).toEqual([
      415,
      'Please upload only video files (MP4 or WebM)',
    ]);
  });

  it('rejects a PNG of 41 megapixels, before it is decoded', async () => {
    const bomb = pngBomb(8_200, 5_000);
    expect(bomb.length).toBeLessThan(20_000);
    const answer = await send(createForm(bomb, 'a.png', 'image/png'));
    expect([answer.status, answer.body.message, answer.body.fields]).toEqual([
      400,
      photoTrouble,
      { file: 'It has more than 40 megapixels' },
    ]);
    expect(await rows()).toEqual([]);
  });

  it.each([
    ['GIF', () => animation().gif().toBuffer()],
    ['WebP', () => animation().webp().toBuffer()],
    ['PNG', animatedPng],
  ])('rejects an animated %s', async (_name, make) => {
    expect(await refused(createForm(await make()))).toEqual([400, photoTrouble]);
  });

  it('rejects a JPEG that ends in the middle', async () => {
    const noise = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
      .jpeg()
      .toBuffer();
    expect(await refused(createForm(noise.subarray(0, noise.length / 2)))).toEqual([400, photoTrouble]);
    expect(await refused(createForm(noise.subarray(0, 30)))).toEqual([400, photoTrouble]);
  });

  it('rejects a recording or video that is damaged', async () => {
    const damaged = createForm(webm().subarray(0, 60));
    expect(await refused(damaged, '?kind=audio')).toEqual([400, 'Please try a different recording']);
    expect(await refused(damaged)).toEqual([400, 'Please try a different video']);
    expect((await send(damaged)).body.fields).toEqual({ file: "It's damaged or incomplete" });
  });

  it('rejects 11 MB of photo or sound, and 51 MB of video (§9.3)', async () => {
    const tooLong = Buffer.concat([await jpeg(), Buffer.alloc(11 * MB)]);
    expect(await refused(createForm(tooLong))).toEqual([413, 'Please upload images smaller than 10MB']);
    expect(await refused(createForm(tooLong), '?kind=image')).toEqual([
      413,
      'Please upload images smaller than 10MB',
    ]);
    expect(await refused(createForm(wav(11 * MB)))).toEqual([413, 'Please upload audio smaller than 10MB']);
    const tooLarge = Buffer.concat([mp4(), Buffer.alloc(50 * MB)]);
    expect(await refused(createForm(tooLarge))).toEqual([413, 'Please upload videos smaller than 50MB']);
  });

  it('rejects an upload whose row cannot be written', async () => {
    // The error is logged.
    const app = await startTestApp({ onLog: () => undefined });
    const { pool } = app.database;
    const token = await app.openSession('one@test.example');
    const locker = await pool.connect();
    await locker.query('begin; lock table media in share mode');
    const answer = sendForm<ErrorBody>(app, token, createForm(wav()));
    const cancel =
      "select pg_cancel_backend(pid) from pg_locks where relation = 'media'::regclass and not granted";
    await expect.poll(async () => (await pool.query(cancel)).rowCount).toBe(1);
    expect((await answer).status).toBe(503);
    await locker.query('commit');
    locker.release();
    const entries = await readdir(join(app.folder, 'media'), { recursive: true });
    expect(entries).toEqual(['arriving']);
    await app.close();
  });

  it('rejects two files, no file, another field, and text beside the file', async () => {
    const two = createForm(await jpeg());
    two.append('file', new Blob([wav()]), 'b.wav');
    const withText = createForm(await jpeg());
    withText.append('note', 'x');
    const onlyText = new FormData();
    onlyText.append('file', 'just text');
    const forms = [
      two,
      withText,
      onlyText,
      new FormData(),
      createForm(await jpeg(), 'a', 'image/jpeg', 'photo'),
    ];
    for (const form of forms) {
      const { status, body } = await sendRefused(form);
      expect([status, body.fields]).toEqual([400, { file: 'Send one file, in the field "file"' }]);
    }
  });

  it('rejects a body that is no form', async () => {
    const body = { file: 'x' };
    expect((await test.call('POST', '/api/media', { token: one, body })).status).toBe(415);
    expect((await test.call('POST', '/api/media', { token: one })).status).toBe(415);
    const text = await test.call('POST', '/api/trade-ideas', {
      token: one,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x--',
    });
    expect(text.status, 'only upload routes accept forms').toBe(415);
  });

  it('rejects a body that ends early, and one that is cut off', async () => {
    const head = (length: number) =>
      `POST /api/media HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${one}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${length}\r\n\r\n`;
    const start = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
    const talk = async (text: string, cut: boolean): Promise<string> => {
      const socket = connect(Number(new URL(test.url).port), '127.0.0.1');
      let answer = '';
      socket.on('data', (data) => {
        answer += data;
      });
      socket.write(text);
      await sleep(100);
      if (cut) socket.destroy();
      else await expect.poll(() => answer).toContain('}');
      socket.destroy();
      return answer;
    };
    const before = await filesLeft();
    const short = start + 'x'.repeat(500);
    expect(await talk(head(short.length) + short, false)).toContain('MALFORMED_REQUEST');
    await talk(head(100_000) + short, true);
    await expect.poll(filesLeft).toEqual(before);
    expect(await rows()).toEqual([]);
  });

  it('rejects a body larger than any limit, without receiving it', async () => {
    const answer = await test.call('POST', '/api/media', {
      token: one,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: 'x'.repeat(51 * MB),
    });
    expect(answer).toMatchObject({
      status: 413,
      body: { message: 'Please upload videos smaller than 50MB' },
    });
  });
});

describe('the largest file', () => {
  const MB = 1024 * 1024;

  it('accepts a file one byte smaller than the limit', async () => {
    const content = wav(10 * MB - 44 - 1);
    expect((await uploadFile(test, one, content)).byteSize).toBe(10 * MB - 1);
    const answer = await send(createForm(wav(10 * MB - 44)));
    expect([answer.status, answer.body.message]).toEqual([413, 'Please upload audio smaller than 10MB']);
  });
});
