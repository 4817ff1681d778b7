// Started by remux.ts: copies the packets of a recording or video into a new file, without anything else. Arguments:
// source, target, extension.
import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputFormat,
  type InputTrack,
  Logging,
  LogLevel,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WAVE,
  WavOutputFormat,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { withoutComments } from './codec-comments.ts';
import type { RecordingExtension } from './media-format.ts';
import type { RemuxOutcome, RemuxTask } from './remux.ts';

type Container = { input: InputFormat; output: () => OutputFormat };
// The index goes to the start, so that a browser can play before it has everything.
const mp4: Container = { input: MP4, output: () => new Mp4OutputFormat({ fastStart: 'reserve' }) };
const webm: Container = { input: WEBM, output: () => new WebMOutputFormat() };
const containers: Record<RecordingExtension, Container> = {
  mp4,
  m4a: mp4,
  webm,
  weba: webm,
  oga: { input: OGG, output: () => new OggOutputFormat() },
  mp3: { input: MP3, output: () => new Mp3OutputFormat() },
  wav: { input: WAVE, output: () => new WavOutputFormat() },
};

/** A hostile index may name the same bytes again and again. */
const MAX_GROWTH = 2;

/** A track that is being copied. */
type Copy = {
  /** The next packet to copy; null at the end. */
  packet: EncodedPacket | null;
  readNext: (after: EncodedPacket) => Promise<EncodedPacket | null>;
  add: (packet: EncodedPacket) => Promise<void>;
  close: () => void;
};

/** Adds a track to the output; null if it is empty or the container can't hold its codec. */
const addTrack = async (track: InputTrack, output: Output): Promise<Copy | null> => {
  const { format } = output;
  const sink = new EncodedPacketSink(track);
  // Some files mark frames as key frames that aren't.
  const options = { verifyKeyPackets: track.isVideoTrack() };
  const packet = await sink.getFirstKeyPacket(options);
  if (!packet) return null;
  const copy = { packet, readNext: (after: EncodedPacket) => sink.getNextPacket(after, options) };
  // Only an index before the content must be reserved.
  const count =
    format instanceof Mp4OutputFormat
      ? { maximumPacketCount: (await track.computePacketStats()).packetCount }
      : {};
  if (track.isVideoTrack()) {
    const codec = await track.getCodec();
    const decoderConfig = await track.getDecoderConfig();
    if (!codec || !decoderConfig || !format.getSupportedVideoCodecs().includes(codec)) return null;
    const source = new EncodedVideoPacketSource(codec);
    output.addVideoTrack(source, {
      ...count,
      canBeTransparent: await track.canBeTransparent(),
      // Phones film in one orientation and rotate by this.
      ...(format.supportsVideoTransformationMetadata && {
        transformationMatrix: await track.getTransformationMatrix(),
      }),
    });
    return { ...copy, add: (next) => source.add(next, { decoderConfig }), close: () => source.close() };
  }
  if (track.isAudioTrack()) {
    const codec = await track.getCodec();
    const config = await track.getDecoderConfig();
    if (!codec || !config || !format.getSupportedAudioCodecs().includes(codec)) return null;
    const decoderConfig = withoutComments(codec, config);
    const source = new EncodedAudioPacketSource(codec);
    output.addAudioTrack(source, count);
    return { ...copy, add: (next) => source.add(next, { decoderConfig }), close: () => source.close() };
  }
  return null;
};

const getStart = ({ packet }: Copy) => packet?.timestamp ?? Infinity;

/** How far all tracks move: to start at zero. Only MP4 can say that a part before zero isn't played. */
const computeOffset = (copies: readonly Copy[], format: OutputFormat): number => {
  const start = Math.min(...copies.map(getStart));
  return start < 0 && format.negativeTimestampSupport === 'full' ? 0 : -start;
};

/** Copies the tracks' packets in the order of their timestamps, so that few wait in memory for the other track. */
const copyPackets = async (copies: readonly Copy[], offset: number, maxBytes: number): Promise<void> => {
  const latest = new Map<Copy, number>();
  let copiedBytes = 0;
  for (;;) {
    const copy = copies.reduce((earliest, other) =>
      getStart(other) < getStart(earliest) ? other : earliest,
    );
    const { packet } = copy;
    if (!packet) return;
    copiedBytes += packet.byteLength;
    if (copiedBytes > maxBytes) throw new Error('The packets are larger than the file');
    const timestamp = packet.timestamp + offset;
    const previous = latest.get(copy) ?? timestamp;
    latest.set(copy, Math.max(previous, timestamp));
    // A key frame may not precede the frames before it; some files in the wild have such frames.
    await copy.add(packet.clone({ timestamp, type: timestamp < previous ? 'delta' : packet.type }));
    copy.packet = await copy.readNext(packet);
    if (!copy.packet) copy.close();
  }
};

const remux = async ({ source, target, extension }: RemuxTask): Promise<RemuxOutcome> => {
  const container = containers[extension];
  const file = new FilePathSource(source);
  const input = new Input({ source: file, formats: [container.input] });
  const output = new Output({ format: container.output(), target: new FilePathTarget(target) });
  const copies: Copy[] = [];
  const missing = new Set<string>();
  for (const track of await input.getTracks()) {
    const copy = await addTrack(track, output);
    if (copy) copies.push(copy);
    else if (await new EncodedPacketSink(track).getFirstPacket()) missing.add(track.type);
  }
  // A second track that browsers can't play, such as a phone's spatial sound, may be lost; the only one may not.
  if ([...missing].some((type) => !output.tracks.some((track) => track.type === type))) return 'unsupported';
  if (copies.length === 0) return 'damaged';
  await output.start();
  await copyPackets(copies, computeOffset(copies, output.format), (await file.getSize()) * MAX_GROWTH);
  await output.finalize();
  input.dispose();
  return 'done';
};

/** The server ended; nothing reads the outcome. */
process.on('disconnect', () => process.exit());
Logging.level = LogLevel.Silent;
const [source = '', target = '', extension] = process.argv.slice(2);
const outcome = await remux({ source, target, extension: extension as RecordingExtension }).catch(
  ({ syscall, code, message }: NodeJS.ErrnoException): RemuxOutcome =>
    // A system call fails because of the disk; everything else is the file's fault.
    syscall === undefined ? 'damaged' : { code, message },
);
process.send?.(outcome, () => process.exit());
