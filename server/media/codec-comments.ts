import type { AudioCodec } from 'mediabunny';

/** "fLaC", the header of the first block, and the block itself, which is the only one a decoder needs. */
const FLAC_MARKER_BYTES = 4;
const STREAMINFO_BYTES = FLAC_MARKER_BYTES + 4 + 34;
const LAST_BLOCK = 0x80;

/** Vorbis' second header without vendor and comments: its type, "vorbis", two lengths of zero, the framing bit. */
const EMPTY_COMMENTS = Buffer.from('\x03vorbis\0\0\0\0\0\0\0\0\x01', 'latin1');

/** A decoder's configuration without the comments and pictures that Vorbis and FLAC keep in it. */
export const withoutComments = (codec: AudioCodec, config: AudioDecoderConfig): AudioDecoderConfig => {
  if (config.description === undefined) return config;
  if (codec === 'vorbis')
    return { ...config, description: clearVorbisComments(toBuffer(config.description)) };
  if (codec === 'flac') return { ...config, description: keepStreamInfo(toBuffer(config.description)) };
  return config;
};

const toBuffer = (data: NonNullable<AudioDecoderConfig['description']>): Buffer =>
  ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data as ArrayBuffer);

const keepStreamInfo = (description: Buffer): Buffer => {
  const kept = Buffer.from(description.subarray(0, STREAMINFO_BYTES));
  kept[FLAC_MARKER_BYTES] = LAST_BLOCK;
  return kept;
};

/** The three headers are laced as in Matroska: their number minus one, the sizes of the first two, then all. */
const clearVorbisComments = (description: Buffer): Buffer => {
  let at = 1;
  const readSize = () => {
    let size = 0;
    while (description[at] === 255) size += description[at++] ?? 0;
    return size + (description[at++] ?? 0);
  };
  const firstSize = readSize();
  const commentsSize = readSize();
  const sizes = description.subarray(1, 1 + Math.floor(firstSize / 255) + 1);
  return Buffer.concat([
    description.subarray(0, 1),
    sizes,
    Buffer.from([EMPTY_COMMENTS.length]),
    description.subarray(at, at + firstSize),
    EMPTY_COMMENTS,
    description.subarray(at + firstSize + commentsSize),
  ]);
};
