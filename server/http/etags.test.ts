import { expect, it } from 'vitest';
import { isNotModified } from './etags.ts';

const isKnown = (tags: string | undefined) => isNotModified({ headers: { 'if-none-match': tags } }, '"ab"');

it.each([
  '"ab"',
  'W/"ab"',
  '*',
  ' * ',
  '"ab","cd"',
  '"cd","ab"',
  '"cd", "ab"',
  'W/"cd", W/"ab"',
  '"cd",W/"ab" ,"ef"',
  '"cd"\t,\t"ab"',
  ',"ab",',
])('knows the version by %s', (tags) => expect(isKnown(tags)).toBe(true));

it.each([
  undefined,
  '',
  '"cd"',
  'W/"cd"',
  'ab',
  'W/ab',
  'w/"ab"',
  '"ab',
  '"abc"',
  '"AB"',
  '"ab-gzip"',
  '"*"',
  'W/*',
])('does not know the version by %s', (tags) => expect(isKnown(tags)).toBe(false));
