import { uploadMedia } from '../../contract/media/media.ts';
import { toMediaUrl } from '../../contract/media/media-names.ts';
import type { FakeApi } from './fake-api.ts';

/** The names of stored files are 128 random bits in hex. */
let last = 0;
const createName = (extension: string) => `${String(++last).padStart(32, '0')}.${extension}`;

const stored = {
  image: { contentType: 'image/jpeg', extension: 'jpg' },
  audio: { contentType: 'audio/wav', extension: 'wav' },
  video: { contentType: 'video/webm', extension: 'webm' },
} as const;

/** Answers uploads, after `meanwhile`. The page can load the files: scripts/ui-tests-project.ts serves one of each kind. */
export const answerUploads = (api: FakeApi, meanwhile: () => Promise<void> = async () => {}): void =>
  api.on(uploadMedia, async ({ query: { kind = 'image' }, body }) => {
    await meanwhile();
    const { contentType, extension } = stored[kind];
    const { size } = (body as unknown as FormData).get('file') as File;
    return { url: toMediaUrl(createName(extension)), kind, contentType, byteSize: size };
  });
