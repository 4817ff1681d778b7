import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { MIN_PASSWORD } from '../../../contract/account/account.ts';
import { BRAND } from '../../../contract/shared/brand.ts';
import type { UserRow } from './users-db.ts';

/** More than ten thousand million guesses by an attacker who knows the common passwords and the person. */
const MIN_SCORE = 4;

/** The time of an estimate grows faster than the length: a second at 1,000 characters. */
const ESTIMATED_LENGTH = 64;

const SEPARATORS = /[^\p{L}\p{N}]+/gu;

let estimator: ZxcvbnFactory | undefined;
/** Made at first use, because the dictionary takes 50 ms and some megabytes. */
const getEstimator = (): ZxcvbnFactory => {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return estimator;
};

export type PasswordOwner = Pick<UserRow, 'email' | 'firstName' | 'lastName'>;

/** Each text as a whole, without its separators, and its words. */
const listContextWords = (...texts: string[]): string[] =>
  texts.flatMap((text) => [text, text.replaceAll(SEPARATORS, ''), ...text.split(SEPARATORS)]).filter(Boolean);

/** Why this person may not use this password; undefined if they may. `brand` is the deployment's name. */
export const findPasswordProblem = (
  password: string,
  { email, firstName, lastName }: PasswordOwner,
  brand: string = BRAND,
): string | undefined => {
  if (password.length < MIN_PASSWORD) return `Use at least ${MIN_PASSWORD} characters`;
  const { score } = getEstimator().check(
    password.slice(0, ESTIMATED_LENGTH),
    listContextWords(email, `${firstName} ${lastName}`, brand, BRAND),
  );
  if (score >= MIN_SCORE) return undefined;
  return 'This password is easy to guess. Use several unrelated words, without your name or email';
};
