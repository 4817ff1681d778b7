import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';

/** The parts of a build to precache. */
type OfflineParts = {
  /** The worker's source; it becomes `/sw.js`. */
  source: string;
  /** Lazily loaded modules to precache, with their imports. */
  modules: RegExp;
  /** Other build files to precache: the page, its styles and its font. */
  assets: RegExp;
  /** Files of web/public, which are copied rather than bundled. */
  publicFiles: readonly string[];
  /** Limit (gzip): the build fails if visitors would download more in the background. */
  maxBytes: number;
};

type Entry = { url: string; revision: string | null };

/** File names with a content hash. */
const isHashed = (name: string) => name.startsWith('assets/');

const computeRevision = (content: Buffer) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 16);

/** Scripts of these modules, including transitive imports. */
const collectFiles = (bundle: Rolldown.OutputBundle, modules: RegExp): Set<string> => {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const roots = chunks.filter(
    ({ isEntry, moduleIds }) => isEntry || moduleIds.some((id) => modules.test(id)),
  );
  const names = new Set(roots.map(({ fileName }) => fileName));
  for (const name of names) {
    const part = bundle[name];
    if (part?.type !== 'chunk') continue;
    for (const other of part.imports) names.add(other);
  }
  return names;
};

/**
 * Builds the service worker after the app with its precache list: the page, its scripts and the screens for offline
 * reading, found through imports so that the list stays complete (docs/decisions/0061).
 */
export const serviceWorker = ({ source, modules, assets, publicFiles, maxBytes }: OfflineParts): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const named = Object.keys(bundle).filter((name) => assets.test(name));
    const names = new Set([...collectFiles(bundle, modules), ...named, ...publicFiles]);
    const precached = [...names].map((name) => ({ name, content: readFileSync(join(dir, name)) }));
    const bytes = precached.reduce((sum, { content }) => sum + gzipSync(content, { level: 9 }).length, 0);
    const summary = `precached: ${precached.length} files, ${(bytes / 1000).toFixed(0)} kB of ${maxBytes / 1000} kB gzip`;
    if (bytes > maxBytes) this.error(`Over budget, ${summary}`);
    this.info(summary);
    const entries = precached.map(
      ({ name, content }): Entry => ({
        url: `/${name}`,
        revision: isHashed(name) ? null : computeRevision(content),
      }),
    );
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      define: { PRECACHED_FILES: JSON.stringify(entries) },
      build: {
        outDir: dir,
        emptyOutDir: false,
        target: ['chrome115', 'firefox125', 'safari17'],
        rolldownOptions: {
          input: { sw: source },
          // A classic script: module workers are newer than our minimum browsers.
          output: { format: 'iife', entryFileNames: '[name].js', codeSplitting: false },
        },
      },
    });
  },
});
