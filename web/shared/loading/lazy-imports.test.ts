import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const web = fileURLToPath(new URL('../..', import.meta.url));
const LAZY_PART = 'shared/loading/lazy-part.tsx';

const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => /[.]tsx?$/.test(path) && !/[.]test[.]tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(web, path), 'utf8') }));

/** What may stand before `import(`: the functions that retry it (`page` of the route table calls lazyPart), and types. */
const RETRIED =
  /(?:(?:lazyPart|importWithRetry|page)(?:<.*>)?\(\s*(?:async )?\(\) =>\s*(?:\(\{\s*default: \(await )?|typeof )$/;

const findBareImports = (text: string): string[] =>
  [...text.matchAll(/\bimport\(/g)]
    .map(({ index }) => ({ before: text.slice(0, index), line: text.slice(index).split('\n')[0] ?? '' }))
    .filter(({ before }) => !RETRIED.test(before))
    .map(({ line }) => line);

describe('code that loads later', () => {
  it.each(["const page = import('./page.tsx');", "lazy(() => import('./page.tsx'))"])(
    'finds an import without a retry: %s',
    (text) => expect(findBareImports(text)).toHaveLength(1),
  );

  it('imports late code only by lazyPart or importWithRetry', () => {
    const bare = sources.flatMap(({ path, text }) => findBareImports(text).map((line) => `${path}: ${line}`));
    expect(bare).toEqual([]);
  });

  it('uses lazy and Suspense of React only in lazyPart, which has an error boundary', () => {
    const users = sources.filter(
      ({ path, text }) =>
        path !== LAZY_PART && /\b(?:lazy|Suspense)\b[^;]*\bfrom 'react'|\bReact[.]lazy\b/.test(text),
    );
    expect(users.map(({ path }) => path)).toEqual([]);
  });
});
