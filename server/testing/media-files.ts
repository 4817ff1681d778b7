import { readFileSync } from 'node:fs';
import {
  BufferSource,
  BufferTarget,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import sharp from 'sharp';
import type { UploadedMedia } from '../../contract/media/media.ts';
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

/**
 * Real recordings of one and a half seconds. recording.* are those of Chromium 156's MediaRecorder with its fake camera
 * and microphone; note.* are a tone encoded by LAME, libvorbis (wasm-media-encoders) and FFmpeg's AAC encoder
 * (@mediabunny/aac-encoder).
 */
export const readRecording = (name: string): Buffer =>
  readFileSync(new URL(`./recordings/${name}`, import.meta.url));

/** Fragmented; H.264 and Opus. */
export const mp4 = (): Buffer => readRecording('recording.mp4');
/** Written live, so without a duration; VP8 and Opus. */
export const webm = (): Buffer => readRecording('recording.webm');

/** The pictures of `mp4`, again and again until they have this size. */
export const largeMp4 = async (bytes: number): Promise<Buffer> => {
  const input = new Input({ source: new BufferSource(mp4()), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error('The recording has no video');
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
  const duration = await track.computeDuration();
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source);
  await output.start();
  for (let written = 0, at = 0; written < bytes; at += duration)
    for (const packet of packets) {
      await source.add(packet.clone({ timestamp: at + packet.timestamp }), { decoderConfig });
      written += packet.byteLength;
    }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
};

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
