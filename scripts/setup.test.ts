import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** A project with one package for the server and one tool. */
let folder: string;
const locked = {
  '': { dependencies: { server: '1.0.0' }, devDependencies: { tool: '1.0.0' } },
  'node_modules/server': { version: '1.0.0', integrity: 'sha512-server' },
  'node_modules/tool': { version: '1.0.0', integrity: 'sha512-tool', dev: true },
};

/** Takes the place of npm: records its arguments, and installs what they ask for. */
const NPM = `
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const isWanted = ([folder, { dev }]) => folder !== '' && !(dev && process.argv.includes('--omit=dev'));
mkdirSync('node_modules', { recursive: true });
writeFileSync('node_modules/1.5-MB', Buffer.alloc(1_500_000));
writeFileSync('arguments.json', JSON.stringify(process.argv.slice(2)));
writeFileSync('node_modules/.package-lock.json',
  JSON.stringify({ packages: Object.fromEntries(Object.entries(packages).filter(isWanted)) }));
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chartlark-setup-'));
  mkdirSync(join(folder, 'scripts'));
  copyFileSync(fileURLToPath(new URL('setup.mjs', import.meta.url)), join(folder, 'scripts/setup.mjs'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(locked['']));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: locked }));
  writeFileSync(join(folder, 'npm-cli.cjs'), NPM);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the set-up; returns its output, and npm's arguments if it installed something. */
const setUp = (...args: string[]) => {
  const recorded = join(folder, 'arguments.json');
  rmSync(recorded, { force: true });
  const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/setup.mjs', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, CI: 'true', NODE_ENV: 'production', npm_execpath: join(folder, 'npm-cli.cjs') },
  });
  const npm = existsSync(recorded) ? (JSON.parse(readFileSync(recorded, 'utf8')) as string[]) : undefined;
  return { output: stdout + stderr, status, npm };
};
const nothing = { status: 0, output: '', npm: undefined };

it('installs everything once, and says how much that is', () => {
  const { output, status, npm } = setUp();
  expect(status).toBe(0);
  expect(npm).toContain('--include=dev');
  expect(output).toMatch(
    /^Installing packages \(.*800 MB, with the tools.*\n(.*\n)*Packages .*: 2 MB in node_modules\.\n$/,
  );
  expect(setUp()).toEqual(nothing);
});

it('installs for production without the tools, and removes them', () => {
  setUp();
  const { output, npm } = setUp('--production');
  expect(npm).toContain('--omit=dev');
  expect(output).toContain('without the tools');
  expect(setUp('--production')).toEqual(nothing);
});

it('installs the tools again where they are needed, but not for admin commands', () => {
  setUp('--production');
  expect(setUp('--runtime')).toEqual(nothing);
  expect(setUp().npm).toContain('--include=dev');
  expect(setUp('--runtime')).toEqual(nothing);
});

it('fails where package.json and the lock file disagree', () => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { server: '2.0.0' } }));
  expect(setUp()).toMatchObject({
    status: 1,
    output: expect.stringContaining('disagree about dependencies'),
  });
});

it('locks the native packages of every system, not only of the one that wrote the lock file', () => {
  const { packages } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../package-lock.json', import.meta.url)), 'utf8'),
  ) as { packages: Record<string, { optionalDependencies?: Record<string, string> }> };
  const names = new Set(Object.keys(packages).map((folder) => folder.split('node_modules/').at(-1)));
  const asked = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );
  expect(asked).toContain('@tailwindcss/oxide-darwin-arm64');
  expect(asked.filter((name) => !names.has(name))).toEqual([]);
});
