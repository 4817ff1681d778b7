import { describe, expect, it } from 'vitest';
import { findPasswordProblem } from './password-policy.ts';

const RANDOM = 'kn4u-t8wd-3mxp-cz6r';

const owner = { email: 'ada.wren@lark.example', firstName: 'Ada', lastName: 'Wren' };
const findProblem = (password: string) => findPasswordProblem(password, owner, 'Skylark Desk');

describe('a password', () => {
  it('requires at least 12 characters', () => {
    expect(findProblem('x7#kQ2!vB9m')).toBe('Use at least 12 characters');
    expect(findProblem('x7#kQ2!vB9m&')).toBeUndefined();
  });

  it.each([
    ['a common password with digits', 'password1234'],
    ['a common password, longer', 'dragonball123'],
    ['digits in order', '123456789012'],
    ['letters in order', 'abcdefghijkl'],
    ['one character', '000000000000'],
    ['keys side by side', 'qwertyuiop[]'],
    ['their email', 'ada.wren@lark.example'],
    ['their email in capitals', 'ADA.WREN@LARK.EXAMPLE'],
    ['their name and a year', 'Ada Wren 2026!'],
    ['the brand and a year', 'SkylarkDesk2026'],
    ['our name and a year', 'Chartlark2026!!'],
  ])('rejects %s as easy to guess', (_what, password) => {
    expect(findProblem(password)).toContain('easy to guess');
  });

  it('judges a password by its first 64 characters, because an estimate of a long one takes seconds', () => {
    expect(findProblem('a'.repeat(64) + RANDOM)).toContain('easy to guess');
    expect(findProblem(RANDOM + 'a'.repeat(900))).toBeUndefined();
  });

  it.each(['correct horse battery', 'ein ganz anderes Wort', '山の上で静かに本を読む夜です', RANDOM])(
    'accepts %s',
    (password) => {
      expect(findProblem(password)).toBeUndefined();
    },
  );
});
