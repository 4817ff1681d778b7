import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  COVERAGE,
  findGaps,
  readProofs,
  readRepository,
  readStatements,
  writeCoverage,
} from './spec-coverage.ts';

const spec = [
  '# Page',
  '## 1. One',
  '- `§1.1` First. `§1.2` Second.',
  '## 2. Two',
  '| `§2.1` | A row |',
].join('\n');
const test = (title: string) => `it('${title}', () => {});`;

it('finds no gap when each statement has a test', () => {
  const proofs = readProofs({
    'a.test.ts': test('does both (§1.1, §1.2)'),
    'b.test.ts': test('a row (§2.1)'),
  });
  expect(findGaps(readStatements(spec), proofs)).toEqual([]);
});

it('names statements without a test, ids without a statement, and ids given twice or in another section', () => {
  const proofs = readProofs({ 'a.test.ts': test('does one, and what is gone (§1.1, §1.10)') });
  const sections = readStatements(`${spec}\n- \`§1.1\` Again.`);
  expect(findGaps(sections, proofs)).toEqual([
    '§1.1 is given twice.',
    '§1.1 is in section 2. Two.',
    '§1.2 has no test.',
    '§2.1 has no test.',
    'a.test.ts: §1.10 does not exist.',
  ]);
});

it('takes ids from titles only', () => {
  expect(readProofs({ 'a.test.ts': `/** RFC 9110 §9.2. */\n${test('no id')}` })).toEqual(new Map());
});

it('the specification has a test for each statement, and docs/spec-coverage.md is current', () => {
  const { sections, proofs } = readRepository();
  expect(findGaps(sections, proofs)).toEqual([]);
  expect(readFileSync(COVERAGE, 'utf8')).toBe(writeCoverage(sections, proofs));
});
