import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import { testLevels } from './test-levels.ts';

const levels: { files: string[]; except?: string[] }[] = Object.values(testLevels);
const tests = globSync('**/*.test.{ts,tsx}', { exclude: ['node_modules', 'dist', 'data'] });

it('finds the tests', () => {
  expect(tests.length).toBeGreaterThan(100);
});

it.each(tests)('%s belongs to exactly one level', (file) => {
  const matches = (globs: string[] = []) => globs.some((glob) => matchesGlob(file, glob));
  expect(levels.filter(({ files, except }) => matches(files) && !matches(except))).toHaveLength(1);
});
