import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ALL_FORMATS,
  AttachedFile,
  BufferSource,
  BufferTarget,
  Conversion,
  type ConversionOptions,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  MkvOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { largeMp4, mp4, readRecording, wav, webm } from '../testing/media-files.ts';
import type { RecordingExtension } from './media-format.ts';
import { DAMAGED, MediaRejected } from './processing.ts';
import { remux } from './remux.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartlark-remux-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** In every text of the metadata. */
/** What remuxing may take: filling its memory takes seconds. */
const REMUX_MS = 40_000;
const SECRET = 'Reykjavik';
const cover = Buffer.from(`\xff\xd8\xff\xe0${SECRET} cover`, 'latin1');
const tags = {
  title: `${SECRET} title`,
  artist: `${SECRET} artist`,
  comment: `${SECRET} comment`,
  images: [{ data: cover, mimeType: 'image/jpeg', kind: 'coverFront' as const }],
};

/** The same sound and pictures in another file. */
const convert = async (
  content: Buffer,
  format: OutputFormat,
  options: Partial<ConversionOptions> = {},
): Promise<Buffer> => {
  const input = new Input({ source: new BufferSource(content), formats: ALL_FORMATS });
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const conversion = await Conversion.init({ input, output, tags, copy: { mode: 'forced' }, ...options });
  await conversion.execute();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
};

const remuxed = async (content: Buffer, extension: RecordingExtension): Promise<Buffer> => {
  const source = join(folder, 'source');
  const target = join(folder, `target.${extension}`);
  await writeFile(source, content);
  const { byteSize } = await remux({ source, target, extension });
  const result = await readFile(target);
  expect(result.length).toBe(byteSize);
  return result;
};

/** What a player needs of a file. The digest covers the bytes of all packets. */
const describeTracks = async (content: Buffer) => {
  const input = new Input({ source: new BufferSource(content), formats: ALL_FORMATS });
  return Promise.all(
    (await input.getTracks()).map(async (track) => {
      const digest = createHash('sha256');
      for await (const packet of new EncodedPacketSink(track).packets()) digest.update(packet.data);
      return {
        codec: await track.getCodec(),
        rotation: track.isVideoTrack() ? await track.getRotation() : null,
        packets: digest.digest('hex'),
      };
    }),
  );
};
const getDuration = (content: Buffer) =>
  new Input({ source: new BufferSource(content), formats: ALL_FORMATS }).computeDuration();

const encodings = ['latin1', 'utf16le'] as const;
const reveals = (content: Buffer, text = SECRET) =>
  encodings.some((encoding) => content.includes(Buffer.from(text, encoding))) ||
  content.includes(Buffer.from(text, 'utf16le').swap16());

/** The longest frame of the recordings, in seconds. */
const FRAME = 0.11;

const box = (type: string, content: Buffer): Buffer => {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + content.length);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, content]);
};
/** Appends a box to an MP4's index, which is its last box. */
const addToIndex = (content: Buffer, added: Buffer): Buffer => {
  const result = Buffer.concat([content, added]);
  const at = content.lastIndexOf('moov', undefined, 'latin1') - 4;
  expect(at + content.readUInt32BE(at), 'the index is last').toBe(content.length);
  result.writeUInt32BE(content.readUInt32BE(at) + added.length, at);
  return result;
};

/** As a phone films: index at the end, turned by 90°, with its place, make and model. */
const phoneVideo = async (): Promise<Buffer> => {
  const film = await convert(mp4(), new Mp4OutputFormat({ fastStart: false, metadataFormat: 'mdta' }), {
    tags: {
      raw: {
        'com.apple.quicktime.location.ISO6709': `+64.1466-021.9426/${SECRET}`,
        'com.apple.quicktime.make': `${SECRET} make`,
        'com.apple.quicktime.model': `${SECRET} model`,
      },
    },
    video: { rotate: 90 },
  });
  const userData = ['\u00a9xyz', '\u00a9mak', '\u00a9mod', '\u00a9swr', 'loci'].map((type) =>
    box(type, Buffer.from(`\0\x12\x15\xc7${SECRET}`, 'latin1')),
  );
  const withPlace = addToIndex(film, box('udta', Buffer.concat(userData)));
  return Buffer.concat([withPlace, box('uuid', Buffer.from(`${'x'.repeat(16)}<x:xmpmeta>${SECRET}`))]);
};

/** ID3v1, at the end of a file. */
const id3v1 = Buffer.concat([Buffer.from(`TAG${SECRET}`), Buffer.alloc(125 - SECRET.length)]);

const vorbis = () => readRecording('note.oga');
const asWebmDocument = (content: Buffer): Buffer => {
  // An attachment is Matroska's; a browser's recorder can't write one, but its document type is only a word.
  const at = content.indexOf('matroska');
  return Buffer.concat([
    content.subarray(0, at - 1),
    Buffer.from([0x84]),
    Buffer.from('webm'),
    // An EBML void element fills the space.
    Buffer.from([0xec, 0x82, 0, 0]),
    content.subarray(at + 'matroska'.length),
  ]);
};
const taggedWebm = async () =>
  asWebmDocument(
    await convert(webm(), new MkvOutputFormat(), {
      tags: { ...tags, raw: { 1: new AttachedFile(cover, 'image/jpeg', SECRET), ENCODER: SECRET } },
    }),
  );

describe('remuxing', () => {
  it.each<[string, RecordingExtension, () => Promise<Buffer>]>([
    ['a video of a phone', 'mp4', phoneVideo],
    ['an MP4 with iTunes tags', 'mp4', () => convert(mp4(), new Mp4OutputFormat({ metadataFormat: 'mdir' }))],
    ['an M4A', 'm4a', () => convert(readRecording('note.m4a'), new Mp4OutputFormat())],
    ['a WebM with tags and attachments', 'webm', taggedWebm],
    ['a recording in WebM', 'weba', () => convert(readRecording('recording.weba'), new WebMOutputFormat())],
    [
      'Vorbis in WebM, whose comments are in the codec header',
      'weba',
      async () =>
        convert(await convert(vorbis(), new OggOutputFormat()), new WebMOutputFormat(), { tags: {} }),
    ],
    ['Ogg Vorbis', 'oga', () => convert(vorbis(), new OggOutputFormat())],
    ['Ogg Opus', 'oga', () => convert(readRecording('recording.weba'), new OggOutputFormat())],
    ['an MP3 with ID3v2', 'mp3', () => convert(readRecording('note.mp3'), new Mp3OutputFormat())],
    ['an MP3 with ID3v1', 'mp3', async () => Buffer.concat([readRecording('note.mp3'), id3v1])],
    ['a WAV with LIST', 'wav', () => convert(wav(), new WavOutputFormat({ metadataFormat: 'info' }))],
    ['a WAV with ID3', 'wav', () => convert(wav(), new WavOutputFormat({ metadataFormat: 'id3' }))],
  ])('removes the metadata of %s and nothing else', async (_name, extension, make) => {
    const original = await make();
    expect(reveals(original)).toBe(true);
    const result = await remuxed(original, extension);
    expect(reveals(result)).toBe(false);
    expect(await describeTracks(result)).toEqual(await describeTracks(original));
    expect(Math.abs((await getDuration(result)) - (await getDuration(original)))).toBeLessThan(FRAME);
  });

  it('removes every name of a place and a device from the video of a phone, but keeps it upright', async () => {
    const original = await phoneVideo();
    const result = await remuxed(original, 'mp4');
    for (const name of [
      '\u00a9xyz',
      '\u00a9mak',
      '\u00a9mod',
      '\u00a9swr',
      'loci',
      'xmpmeta',
      'com.apple.quicktime',
    ]) {
      expect(reveals(original, name), name).toBe(true);
      expect(reveals(result, name), name).toBe(false);
    }
    expect(await describeTracks(result)).toMatchObject([{ codec: 'avc', rotation: 90 }, { codec: 'opus' }]);
  });

  it("writes a duration and an index into a browser's live WebM", async () => {
    const cues = Buffer.from('1c53bb6b', 'hex');
    const durationElement = Buffer.from('4489', 'hex');
    const isSeekable = (content: Buffer) => content.includes(cues) && content.includes(durationElement);
    expect(isSeekable(webm())).toBe(false);
    expect(isSeekable(await remuxed(webm(), 'webm'))).toBe(true);
  });

  it('starts at zero, after what a decoder of MP4 needs before', async () => {
    const getStart = (content: Buffer) =>
      new Input({ source: new BufferSource(content), formats: ALL_FORMATS }).getFirstTimestamp();
    const note = readRecording('note.m4a');
    const early = await convert(note, new Mp4OutputFormat(), { trim: { start: 0.03 } });
    expect(await getStart(early)).toBeLessThan(0);
    expect(await getStart(await remuxed(early, 'm4a'))).toBe(await getStart(early));
    const late = await convert(note, new Mp4OutputFormat(), { trim: { start: -5 } });
    expect(await getStart(late)).toBe(5);
    expect(await getStart(await remuxed(late, 'm4a'))).toBe(0);
  });

  it('accepts a recording whose clock steps back', async () => {
    const content = Buffer.from(readRecording('recording.weba'));
    const input = new Input({ source: new BufferSource(content), formats: ALL_FORMATS });
    const track = (await input.getPrimaryAudioTrack()) as InputAudioTrack;
    const last = await new EncodedPacketSink(track).getPacket(Infinity);
    // The block's time, in milliseconds, and one byte of flags precede the packet.
    const time = content.indexOf(last?.data ?? '') - 3;
    content.writeInt16BE(content.readInt16BE(time) - 100, time);
    expect(await describeTracks(await remuxed(content, 'weba'))).toEqual(await describeTracks(content));
  });

  it('puts the index of an MP4 before its content, so that it plays before all of it has arrived', async () => {
    const original = await phoneVideo();
    expect(original.indexOf('moov')).toBeGreaterThan(original.indexOf('mdat'));
    const result = await remuxed(original, 'mp4');
    expect(result.indexOf('moov')).toBeLessThan(result.indexOf('mdat'));
  });
});

/** Every sample has this size, and every chunk the place of the first. */
const overlapSamples = (content: Buffer, size: number): Buffer => {
  const result = Buffer.from(content);
  result.writeUInt32BE(size, content.indexOf('stsz') + 8);
  const chunks = content.indexOf('stco') + 8;
  for (let at = chunks + 8; at < chunks + 4 + 4 * content.readUInt32BE(chunks); at += 4)
    result.writeUInt32BE(content.readUInt32BE(chunks + 4), at);
  return result;
};

/** The file with this table of durations. */
const replaceDurations = (content: Buffer, durations: Buffer): Buffer => {
  const boxes: Buffer[] = [];
  for (let at = 0; at < content.length; at += content.readUInt32BE(at)) {
    const type = content.toString('latin1', at + 4, at + 8);
    const whole = content.subarray(at, at + content.readUInt32BE(at));
    if (type === 'stts') boxes.push(box(type, durations));
    else if (!['moov', 'trak', 'mdia', 'minf', 'stbl'].includes(type)) boxes.push(whole);
    else boxes.push(box(type, replaceDurations(whole.subarray(8), durations)));
  }
  return Buffer.concat(boxes);
};
/** As many durations as fit into 40 MB. */
const endlessIndex = async (): Promise<Buffer> => {
  const entries = 5_000_000;
  const table = Buffer.alloc(8 + 8 * entries, 1);
  table.writeUInt32BE(0);
  table.writeUInt32BE(entries, 4);
  return replaceDurations(await phoneVideo(), table);
};

describe('a file that cannot be remuxed', () => {
  const reject = async (content: Buffer, extension: RecordingExtension) => {
    const failure = await remuxed(content, extension).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MediaRejected);
    return (failure as Error).message;
  };

  it.each<[string, RecordingExtension, () => Promise<Buffer> | Buffer]>([
    ['ends before its index', 'mp4', async () => (await phoneVideo()).subarray(0, 5_000)],
    ['is only a header', 'webm', () => webm().subarray(0, 60)],
    ['has no packet', 'wav', () => wav(0)],
    [
      'names the same bytes again and again',
      'mp4',
      async () => overlapSamples(await largeMp4(200_000), 5_000),
    ],
    [
      'has a copy larger than any upload may be',
      'mp4',
      async () => {
        const content = await largeMp4(40_000_000);
        const samples = content.readUInt32BE(content.indexOf('stsz') + 12);
        return overlapSamples(content, Math.ceil(70_000_000 / samples));
      },
    ],
    ['has an index that fills the memory', 'mp4', endlessIndex],
    ['is another format than it says', 'mp3', () => Buffer.concat([Buffer.from([0xff, 0xfb]), webm()])],
  ])('rejects a file as damaged if it %s', { timeout: REMUX_MS }, async (_name, extension, make) => {
    expect(await reject(await make(), extension)).toBe(DAMAGED);
  });

  it("rejects a file as unsupported if browsers don't play its codec", async () => {
    const film = mp4();
    film.write('dvh1', film.indexOf('avc1', film.indexOf('stsd')));
    expect(await reject(film, 'mp4')).toBe("Its format isn't supported");
  });

  it('stops when a file takes too long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const source = join(folder, 'slow');
    await writeFile(source, webm());
    const outcome = remux({ source, target: join(folder, 'slow.webm'), extension: 'webm' }).catch(
      (error: unknown) => error,
    );
    await vi.advanceTimersByTimeAsync(40_000);
    vi.useRealTimers();
    expect(await outcome).toBeInstanceOf(MediaRejected);
  });

  it('blames a full disk on the disk', async () => {
    const source = join(folder, 'source');
    await writeFile(source, webm());
    await expect(remux({ source, target: '/dev/full', extension: 'webm' })).rejects.toThrow('ENOSPC');
  });
});
