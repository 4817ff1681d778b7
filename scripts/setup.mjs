// Runs before every npm script that needs packages (pre… in package.json). It may be the first script in a clone, on
// any Node version, so it only uses Node's built-in modules.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const NODE_MAJOR = 24;
/**
 * `--production` installs what the server needs, and removes the tools for building and testing. `--runtime` accepts such
 * an installation too.
 */
const mode = process.argv[2];

/** Packages of a lock file by folder; undefined if unreadable. */
function lockedPackages(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** npm skips optional packages of other platforms; of a platform's two C libraries only npm knows which applies. */
function mayBeAbsent({ optional, os, cpu, libc }) {
  const isOurs = [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
  return optional === true && !(isOurs && libc === undefined);
}

/** A dependency only in package.json would be installed in its newest version. */
function checkLockIsCurrent(locked) {
  const asked = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    const sorted = (list = {}) => JSON.stringify(Object.entries(list).sort());
    if (sorted(asked[kind]) !== sorted(locked[kind]))
      fail(`package.json and package-lock.json disagree about ${kind}: run npm install --ignore-scripts.`);
  }
}

/** npm writes this file last, so an interrupted installation never looks complete. */
function isInstalled() {
  const wanted = lockedPackages('package-lock.json');
  const present = lockedPackages('node_modules/.package-lock.json');
  if (wanted === undefined) fail('package-lock.json is missing or unreadable: is this checkout complete?');
  checkLockIsCurrent(wanted['']);
  if (present === undefined) return false;
  return Object.entries(wanted).every(([folder, locked]) => {
    if (folder === '') return true;
    const found = present[folder];
    if (locked.dev && mode === '--production') return found === undefined;
    if (locked.dev && mode === '--runtime') return true;
    if (found === undefined) return mayBeAbsent(locked);
    return found.version === locked.version && found.integrity === locked.integrity;
  });
}

/** npm passes its settings as npm_config_*; these would change what is installed, or where. */
function environmentForNpm() {
  const misleading =
    /^npm_config_(omit|include|only|production|global|location|prefix|local_prefix|dry_run|package_lock.*|workspaces?|include_workspace_root|before|engine_strict)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !misleading.test(name)));
}

function npmCommand() {
  const path = process.env.npm_execpath ?? '';
  if (/npm-cli\.c?js$/.test(path) && existsSync(path)) return [process.execPath, [path]];
  return ['npm', []];
}

function install() {
  const [command, first] = npmCommand();
  // Not `npm ci`, which rejects a lock file that lacks a foreign platform's optional package, even if that can't be
  // downloaded. --no-save keeps the lock file. Without --include=dev, NODE_ENV=production would skip the build tools.
  const args = 'install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error --include=optional';
  const tools = mode === '--production' ? '--omit=dev' : '--include=dev';
  const npm = spawn(command, [...first, ...args.split(' '), tools], {
    cwd: root,
    env: environmentForNpm(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = [];
  npm.stdout.on('data', (chunk) => output.push(chunk));
  npm.stderr.on('data', (chunk) => output.push(chunk));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => npm.kill(signal));
  return new Promise((resolve) => {
    npm.on('error', (error) => resolve({ done: false, output: error.message }));
    npm.on('close', (code) => resolve({ done: code === 0, output: Buffer.concat(output).toString() }));
  });
}

async function installWithProgress() {
  const started = performance.now();
  const seconds = () => `${Math.round((performance.now() - started) / 1000)} s`;
  const amount =
    mode === '--production'
      ? '400 MB, without the tools for building and testing'
      : '800 MB, with the tools for building and testing';
  console.log(`Installing packages (only when they changed; about half a minute and ${amount}) …`);
  const progress = setInterval(() => console.log(`  still installing, ${seconds()} …`), 15_000);
  const { done, output } = await install();
  clearInterval(progress);
  if (!done) fail(`${output.trimEnd()}\nInstalling the packages failed; npm's own words are above.`);
  console.log(`Packages installed in ${seconds()}: ${sizeOf('node_modules')} MB in node_modules.`);
}

/** The size of a folder's files in MB. */
function sizeOf(folder) {
  let bytes = 0;
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += lstatSync(join(entry.parentPath, entry.name)).size;
  return Math.round(bytes / 1e6);
}

/** The Node that npm scripts find first on their PATH: the pinned one or the system's. */
function checkNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const pinned = join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', 'node');
  if (existsSync(pinned)) {
    const { status, error } = spawnSync(pinned, ['--version']);
    if (status !== 0)
      fail(`The pinned Node ${NODE_MAJOR} does not run on this machine (${error?.message ?? status}).`);
    return;
  }
  if (system === 'win' && existsSync(`${pinned}.exe`)) return;
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return;
  fail(
    `Node ${NODE_MAJOR} or newer is needed: none is packaged for ${process.platform}-${process.arch}, ` +
      `and the Node here is ${process.versions.node}.`,
  );
}

/** Runs git; undefined if it is missing or fails. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * Installs the commit hook (scripts/git-hooks/commit-msg) in a checkout, outside of CI, unless there are other hooks.
 * A failure must not prevent a start.
 */
function installGitHooks() {
  if (process.env.CI || !existsSync(join(root, '.git'))) return;
  if (git('config', '--get', 'core.hooksPath') !== undefined) return;
  const hooks = git('rev-parse', '--git-path', 'hooks');
  if (hooks === undefined) return;
  const folder = resolve(root, hooks);
  if (existsSync(folder) && readdirSync(folder).some((name) => !name.endsWith('.sample'))) return;
  git('config', 'core.hooksPath', 'scripts/git-hooks');
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

if (!isInstalled()) await installWithProgress();
checkNode();
try {
  installGitHooks();
} catch {
  // Unreadable folder: no hook.
}
