import { globSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Which tests prove which statement of docs/spec.md. A statement has an id such as §2.14, and its tests carry the id
 * in their title or in that of their group. `node scripts/spec-coverage.ts` writes docs/spec-coverage.md.
 */
export const COVERAGE = 'docs/spec-coverage.md';

type Section = { title: string; ids: string[] };
/** The files whose tests carry an id, by id. */
type Proofs = Map<string, Set<string>>;

const SPEC = 'docs/spec.md';
const ID = /§\d\.\d+/g;

/** The ids of a specification by its sections, in the order of the page. */
export const readStatements = (spec: string): Section[] =>
  spec
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.split('\n', 1)[0] ?? '',
      ids: [...section.matchAll(/`(§\d\.\d+)`/g)].map(([, id = '']) => id),
    }));

/** The ids in the titles of tests. `files` are contents by path. */
export const readProofs = (files: Record<string, string>): Proofs => {
  const proofs: Proofs = new Map();
  for (const [file, text] of Object.entries(files)) {
    // Elsewhere a number may be one of a standard, such as RFC 9110 §9.2.
    const titles = text.matchAll(/(['"`])(?:(?!\1|\n).)*§\d\.\d+(?:(?!\1|\n).)*\1/g);
    for (const [title] of titles)
      for (const [id] of title.matchAll(ID)) proofs.set(id, (proofs.get(id) ?? new Set()).add(file));
  }
  return proofs;
};

/** What is wrong, as sentences; empty if each statement has one id and a test, and each id in a test a statement. */
export const findGaps = (sections: Section[], proofs: Proofs): string[] => {
  const ids = sections.flatMap((section) => section.ids);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is given twice.`),
    ...sections.flatMap(({ title, ids }) =>
      ids
        .filter((id) => !id.startsWith(`§${title.split('.', 1)[0]}.`))
        .map((id) => `${id} is in section ${title}.`),
    ),
    ...ids.filter((id) => !proofs.has(id)).map((id) => `${id} has no test.`),
    ...[...proofs]
      .filter(([id]) => !ids.includes(id))
      .map(([id, files]) => `${[...files].join(', ')}: ${id} does not exist.`),
  ];
};

/** A line for each id; ids that follow one another with the same tests share one. */
const listProofs = (ids: string[], proofs: Proofs): string[] => {
  const lines: { first: string; last: string; files: string }[] = [];
  for (const id of ids) {
    const files = [...(proofs.get(id) ?? [])]
      .toSorted()
      .map((file) => `\`${file}\``)
      .join(', ');
    const before = lines.at(-1);
    if (before?.files === files) before.last = id;
    else lines.push({ first: id, last: id, files });
  }
  return lines.map(({ first, last, files }) => `- ${first}${last === first ? '' : `–${last}`}: ${files}`);
};

/** The page in Markdown. */
export const writeCoverage = (sections: Section[], proofs: Proofs): string =>
  [
    '# Specification coverage',
    '',
    'The tests of each statement of the [specification](spec.md), by its id. Written by `scripts/spec-coverage.ts`',
    "from the tests' titles; `npx vitest run -t '§2.14'` runs those of one statement.",
    ...sections
      .filter(({ ids }) => ids.length > 0)
      .flatMap(({ title, ids }) => ['', `## ${title}`, '', ...listProofs(ids, proofs)]),
    '',
  ].join('\n');

/** The specification and the tests of this repository. */
export const readRepository = () => {
  const tests = globSync('{contract,server,web,e2e,scripts}/**/*.test.{ts,tsx}', {
    exclude: ['scripts/spec-coverage.test.ts'],
  });
  return {
    sections: readStatements(readFileSync(SPEC, 'utf8')),
    proofs: readProofs(Object.fromEntries(tests.map((file) => [file, readFileSync(file, 'utf8')]))),
  };
};

if (import.meta.main) {
  const { sections, proofs } = readRepository();
  const gaps = findGaps(sections, proofs);
  for (const gap of gaps) console.error(gap);
  if (gaps.length > 0) process.exit(1);
  writeFileSync(COVERAGE, writeCoverage(sections, proofs));
}
