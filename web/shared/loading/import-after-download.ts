const downloads = new Map<string, Promise<void>>();

/** Brings a file into the browser's cache. Throws if that fails; the next call tries again. */
const download = (file: string): Promise<void> => {
  const known = downloads.get(file);
  if (known) return known;
  const downloading = fetch(`/${file}`).then(async (response) => {
    if (!response.ok) throw new Error(`${file} could not be loaded (${response.status})`);
    await response.arrayBuffer();
  });
  downloads.set(file, downloading);
  downloading.catch(() => downloads.delete(file));
  return downloading;
};

/**
 * What the build calls for each dynamic import, with the files that it will load (vite.config.ts). Chromium remembers a file
 * that an import could not load until the page is reloaded, so an import starts only when its files are in the cache:
 * until then, it can be tried again.
 */
export const importAfterDownload = async <T>(load: () => Promise<T>, files: string[] = []): Promise<T> => {
  await Promise.all(files.map(download));
  return load();
};
