import { chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaStore } from './media-store.ts';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Uploads as files in one folder. A file appears atomically under its name, or not at all. */
export const diskStore = (folder: string): MediaStore => ({
  async put(name, path) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(path, 0o600);
    await syncToDisk(path);
    await rename(path, join(folder, name));
    // Syncs the folder, so that the name survives a power failure too.
    await syncToDisk(folder);
  },

  async read(name, range) {
    try {
      const file = await open(join(folder, name));
      return file.createReadStream(range);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },

  remove: (name) => rm(join(folder, name), { force: true }),
});

const syncToDisk = async (path: string) => {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};
