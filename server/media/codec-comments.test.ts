import { expect, it } from 'vitest';
import { withoutComments } from './codec-comments.ts';

const flacBlock = (type: number, content: Buffer) =>
  Buffer.concat([Buffer.from([type, 0, 0, content.length]), content]);

it('keeps only the stream info of FLAC, marked as the last block', () => {
  const streamInfo = Buffer.alloc(34, 7);
  const description = Buffer.concat([
    Buffer.from('fLaC'),
    flacBlock(0, streamInfo),
    flacBlock(4, Buffer.from('comments')),
    flacBlock(0x86, Buffer.from('picture')),
  ]);
  const config = { codec: 'flac', sampleRate: 48_000, numberOfChannels: 1 };
  expect(withoutComments('flac', { ...config, description })).toEqual({
    ...config,
    description: Buffer.concat([Buffer.from('fLaC'), flacBlock(0x80, streamInfo)]),
  });
});
