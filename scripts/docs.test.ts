import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Pages that tell how things are. A decision tells how they were on its day, and is not held to it. */
const pages = ['README.md', ...globSync('docs/*.md')];
const read = (page: string) => readFileSync(page, 'utf8');
/** What somebody who follows a page makes themselves. */
const made = new Set(['deploy/tls/tls.conf']);
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, what = '']) => what);

const tests = globSync(
  ['contract', 'server', 'web', 'scripts', 'e2e'].map((root) => `${root}/**/*.test.{ts,tsx}`),
);
const testNames = new Set(
  tests.map((file) => file.replace(/\.test\.tsx?$/, '')).flatMap((name) => [name, basename(name)]),
);

describe('the documentation', () => {
  it.each([...pages, ...globSync('docs/decisions/*.md')])('%s links to what there is', (page) => {
    const links = found(read(page), /\]\(([^)#]+)(?:#[^)]*)?\)/g).filter((link) => !/^[a-z]+:/.test(link));
    expect(links.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([]);
  });

  it.each(pages)('%s names files that exist', (page) => {
    const named = found(
      read(page),
      /`((?:contract|server|web|e2e|bench|scripts|docs|migrations|deploy)\/[\w./-]+(?:\.\w+|\/))`/g,
    );
    expect(named.filter((path) => !made.has(path) && !existsSync(path))).toEqual([]);
  });

  it('shows every picture that is kept', () => {
    const shown = found(read('docs/screens.md'), /\]\(screenshots\/([\w-]+\.png)\)/g);
    expect(shown.toSorted()).toEqual(
      globSync('docs/screenshots/*')
        .map((path) => basename(path))
        .toSorted(),
    );
  });

  it('of the specification names tests that exist', () => {
    // The last cell of a row says what proves it; beside the tests it may quote addresses and words.
    const proofs = read('docs/spec-coverage.md')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').at(-2) ?? '');
    const named = proofs.flatMap((proof) =>
      found(proof, /`((?:(?:contract|server|web|e2e|scripts)\/)[\w./-]*\w)`/g),
    );
    expect(named.length).toBeGreaterThan(150);
    expect(named.filter((name) => !testNames.has(name) && !existsSync(name))).toEqual([]);
  });
});
