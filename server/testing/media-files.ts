import sharp from 'sharp';
import type { UploadedMedia } from '../../contract/media.ts';
import type { Answer, TestApp } from './test-app.ts';

/** A single-colour image, which compresses well. */
export const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#36c79a' }, limitInputPixels: false });

export const jpeg = (width?: number, height?: number): Promise<Buffer> =>
  picture(width, height).jpeg().toBuffer();

/** A tenth of a second of silence: 8 kHz, one channel, 8 bits. */
export const wav = (samples = 800): Buffer => {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples, 40);
  return Buffer.concat([header, Buffer.alloc(samples, 128)]);
};

/** The header of a file of this brand, followed by as many bytes as requested. */
export const mp4 = (bytes = 64): Buffer =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypmp42\0\0\0\0mp42isom', 'latin1'),
    Buffer.alloc(bytes),
  ]);

export const webm = (bytes = 64): Buffer =>
  Buffer.concat([
    Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853', 'hex'),
    Buffer.alloc(bytes),
  ]);

/** A form with one file in it. */
export const createForm = (
  content: Uint8Array,
  name = 'photo.jpg',
  type = 'image/jpeg',
  field = 'file',
): FormData => {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(content)], { type }), name);
  return form;
};

/** Sends a form to POST /api/media, as a browser does. */
export const sendForm = async <T = UploadedMedia>(
  test: Pick<TestApp, 'url'>,
  token: string,
  form: FormData,
  query = '',
): Promise<Answer<T>> => {
  const response = await fetch(new URL(`/api/media${query}`, test.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as T, headers: response.headers };
};

/** Uploads a file and returns what was stored; throws on failure. */
export const uploadFile = async (
  test: Pick<TestApp, 'url'>,
  token: string,
  content: Uint8Array,
  query = '',
): Promise<UploadedMedia> => {
  const answer = await sendForm(test, token, createForm(content), query);
  if (answer.status !== 201)
    throw new Error(`The upload answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
