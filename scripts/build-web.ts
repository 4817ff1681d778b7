import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../server/shared/startup-error.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = join(root, 'dist', 'web');
/** Beside the built app, so that it is not served. */
const stamp = join(root, 'dist', 'web.stamp');
const SOURCES = [
  'web',
  'contract',
  'vite.config.ts',
  'scripts/separate-hosting-plugin.ts',
  'scripts/service-worker-plugin.ts',
  'scripts/web-weight.ts',
  'tsconfig.base.json',
  'package-lock.json',
];

/**
 * Builds the web app into dist/web unless its sources are unchanged. The result is moved into place as a whole, so an
 * interrupted or failing build keeps the previous one.
 * @throws with the build's output if it fails, and the signal's reason on abort.
 */
export const buildWebApp = async (
  onBuild: () => void = () => undefined,
  signal?: AbortSignal,
): Promise<void> => {
  const sources = hashOfSources();
  if (existsSync(join(built, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources)
    return;
  onBuild();
  const fresh = `${built}.${process.pid}`;
  try {
    await runVite(fresh, signal);
    replace(fresh);
    writeFileSync(stamp, sources);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
};

const hashOfSources = (): string => {
  const hash = createHash('sha256').update(process.env.VITE_API_BASE ?? '');
  for (const file of SOURCES.flatMap(listFiles))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
  return hash.digest('hex');
};

const listFiles = (path: string): string[] => {
  if (!existsSync(join(root, path))) return [];
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort();
};

const runVite = async (outDir: string, signal?: AbortSignal): Promise<void> => {
  signal?.throwIfAborted();
  const program = join(root, 'node_modules/vite/bin/vite.js');
  if (!existsSync(program))
    throw new StartupError(
      'The web app must be built, and the tools for that are not installed: run npm run build first.',
    );
  const vite = spawn(process.execPath, [program, 'build', '--outDir', outDir, '--emptyOutDir'], {
    cwd: root,
    // The caller may have another NODE_ENV, e.g. a test run's, and React would be built for that.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = () => vite.kill();
  signal?.addEventListener('abort', stop);
  const output = await collectOutput(vite);
  signal?.removeEventListener('abort', stop);
  signal?.throwIfAborted();
  if (vite.exitCode !== 0) throw new Error(`${output.trimEnd()}\nThe web app could not be built.`);
};

const collectOutput = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });

const replace = (fresh: string) => {
  mkdirSync(join(root, 'dist'), { recursive: true });
  const last = `${built}.${process.pid}.last`;
  if (existsSync(built)) renameSync(built, last);
  renameSync(fresh, built);
  rmSync(last, { recursive: true, force: true });
};

if (import.meta.main) {
  await buildWebApp(() => console.log('Building the web app …')).then(
    () => console.log('The web app is built.'),
    (error: Error) => {
      console.error(error.message);
      process.exitCode = 1;
    },
  );
}
