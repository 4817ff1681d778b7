import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'chartlark-hook-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the commit-msg hook', () => {
  const check = (message: string, env: NodeJS.ProcessEnv = {}) => {
    const file = join(folder, 'COMMIT_EDITMSG');
    writeFileSync(file, message);
    const environment = { ...process.env, CHARTLARK_SKIP_COMMIT_CHECK: '', ...env };
    return spawnSync('scripts/git-hooks/commit-msg', [file], { encoding: 'utf8', env: environment });
  };

  it.each([
    ['a type and a scope', 'fix(push): stop retrying after a 410\n'],
    ['a type alone', 'docs: describe the live stream\n'],
    ['a breaking change', 'feat(api)!: rename the cursor\n'],
    ['a body after an empty line', 'perf: batch look-ups\n\n120 ms became 40 ms.\n'],
    ['72 characters', `fix: ${'a'.repeat(67)}\n`],
    ['72 characters that take more bytes', `fix: ${'µ'.repeat(67)}\n`],
    ['a comment of git before it', '# a comment\nfix: keep the draft\n# On branch main\n'],
    ['a merge commit', "Merge branch 'main' into docs-pages\n"],
    ['a revert commit', 'Revert "feat: add a field that was not needed after all, said at some length"\n'],
    ['a fixup commit', 'fixup! fix: keep the draft\n'],
  ])('accepts %s', (_, message) => {
    expect(check(message)).toMatchObject({ status: 0, stderr: '' });
  });

  it.each([
    ['a message without a type', 'Keep the draft\n', 'start with a type'],
    ['an unknown type', 'feature: keep the draft\n', 'start with a type'],
    ['a scope with capitals', 'fix(Push): keep the draft\n', 'start with a type'],
    ['a missing space after the colon', 'fix:keep the draft\n', 'start with a type'],
    ['a subject in upper case', 'fix: Keep the draft\n', 'lower case'],
    ['a full stop at the end', 'fix: keep the draft.\n', 'full stop'],
    ['73 characters', `fix: ${'a'.repeat(68)}\n`, '72 characters'],
    ['a body without an empty line', 'fix: keep the draft\nbecause it was lost\n', 'empty line'],
  ])('rejects %s and says why', (_, message, reason) => {
    const { status, stderr } = check(message);
    expect(status).toBe(1);
    expect(stderr).toContain(reason);
    expect(stderr).toContain('CONTRIBUTING.md');
  });

  it('skips the check if CHARTLARK_SKIP_COMMIT_CHECK is set', () => {
    expect(check('Anything\n', { CHARTLARK_SKIP_COMMIT_CHECK: '1' }).status).toBe(0);
  });
});

describe('the set-up script and the hook', () => {
  const checkout = join(folder, 'checkout');
  const git = (...args: string[]) => spawnSync('git', args, { cwd: checkout, encoding: 'utf8', env: gitEnv });
  const hooksPath = () => git('config', '--get', 'core.hooksPath').stdout.trim();
  const setUp = (env: NodeJS.ProcessEnv = {}) =>
    spawnSync(process.execPath, ['scripts/setup.mjs'], {
      cwd: checkout,
      encoding: 'utf8',
      env: { ...gitEnv, ...env },
    });
  // Ignores the machine's own git settings and the repository these tests run in.
  const gitEnv: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CEILING_DIRECTORIES: folder,
  };

  /** A project without dependencies, so that nothing is installed. */
  beforeAll(() => {
    mkdirSync(join(checkout, 'scripts'), { recursive: true });
    mkdirSync(join(checkout, 'node_modules'));
    copyFileSync('scripts/setup.mjs', join(checkout, 'scripts/setup.mjs'));
    cpSync('scripts/git-hooks', join(checkout, 'scripts/git-hooks'), { recursive: true });
    writeFileSync(join(checkout, 'package.json'), '{}');
    writeFileSync(join(checkout, 'package-lock.json'), '{"packages":{"":{}}}');
    writeFileSync(join(checkout, 'node_modules/.package-lock.json'), '{"packages":{}}');
  });
  beforeEach(() => rmSync(join(checkout, '.git'), { recursive: true, force: true }));

  it('installs the hook in a checkout, and git then rejects an invalid message', () => {
    git('init');
    expect(setUp()).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(hooksPath()).toBe('scripts/git-hooks');
    const commit = (message: string) =>
      git(
        '-c',
        'user.name=Test',
        '-c',
        'user.email=test@example.test',
        'commit',
        '--allow-empty',
        '-m',
        message,
      );
    expect(commit('Bad message').status).not.toBe(0);
    expect(commit('test: make a commit').status).toBe(0);
  });

  it('keeps an existing hooks path', () => {
    git('init');
    git('config', 'core.hooksPath', 'elsewhere');
    expect(setUp().status).toBe(0);
    expect(hooksPath()).toBe('elsewhere');
  });

  it('keeps existing hooks', () => {
    git('init');
    mkdirSync(join(checkout, '.git/hooks'), { recursive: true });
    writeFileSync(join(checkout, '.git/hooks/pre-push'), '');
    expect(setUp().status).toBe(0);
    expect(hooksPath()).toBe('');
  });

  it('installs nothing in CI', () => {
    git('init');
    expect(setUp({ CI: 'true' }).status).toBe(0);
    expect(hooksPath()).toBe('');
  });

  it('succeeds outside of a checkout', () => {
    expect(setUp()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it('succeeds without git', () => {
    git('init');
    expect(setUp({ PATH: folder })).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(hooksPath()).toBe('');
  });
});
