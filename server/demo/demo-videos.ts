import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mediaFormats } from '../../contract/media/media-names.ts';
import { createMediaStore, getSpoolFolder } from '../media/create-media-service.ts';
import type { Env } from '../shared/env.ts';
import { demoVideos } from './demo-lessons.ts';

const folder = fileURLToPath(new URL('./videos/', import.meta.url));

type DemoVideo = (typeof demoVideos)[number] & { path: string; mediaName: string; byteSize: number };

/** The videos of the demo with their names as uploads, which follow from their content. */
export const readDemoVideos = (): Promise<DemoVideo[]> =>
  Promise.all(
    demoVideos.map(async (video) => {
      const path = join(folder, video.file);
      const content = await readFile(path);
      const mediaName = `${createHash('sha256').update(content).digest('hex').slice(0, 32)}.webm`;
      return { ...video, path, mediaName, byteSize: content.byteLength };
    }),
  );

/** Stores copies of the videos, as uploads are. May run again. */
export const storeDemoVideos = async (env: Pick<Env, 'dataDir' | 's3'>): Promise<void> => {
  const [store, spool] = [createMediaStore(env), getSpoolFolder(env)];
  await mkdir(spool, { recursive: true, mode: 0o700 });
  for (const { path, file, mediaName } of await readDemoVideos()) {
    const copy = join(spool, file);
    await copyFile(path, copy);
    await store.put(mediaName, copy, mediaFormats.webm.contentType);
  }
};
