import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorBody } from '../../contract/shared/errors.ts';
import { ideaInput, startTestApp, type TestApp } from '../testing/test-app.ts';

/** Text that PostgreSQL cannot store, where no schema drops it: each was answered with 500 somewhere. */
let test: TestApp;
let token: string;

beforeAll(async () => {
  test = await startTestApp();
  token = await test.openSession('one@test.example');
});
afterAll(() => test.close());

const call = (method: string, path: string, body?: unknown) =>
  test.call<ErrorBody>(method, path, { token, body });
const createCursor = (instant: string) =>
  Buffer.from(`${instant}_00000000-0000-4000-8000-000000000000`).toString('base64url');

describe.each([
  ['NUL', '\u0000'],
  ['a lone high surrogate', '\ud800'],
  ['a lone low surrogate', '\udc00'],
])('%s', (_name, bad) => {
  it.each([
    [
      'the email of a sign-in',
      '/api/auth/login',
      { email: `a${bad}`, password: 'x', selectedRole: 'customer' },
    ],
    ['the password of a sign-in', '/api/auth/login', { email: 'a', password: bad, selectedRole: 'customer' }],
    ['a key of an object', '/api/trade-ideas', { ...ideaInput(), [`x${bad}`]: 'y' }],
    ['an element of a list', '/api/trade-ideas', { ...ideaInput(), extra: [{ deep: bad }] }],
  ])('rejects the text in %s', async (_where, path, body) => {
    const answer = await call('POST', path, body);
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_REQUEST']);
  });
});

it.each(['/api/trade-ideas?pair=%00', '/api/trade-ideas?state=active&pair=a%00', '/api/trade-ideas/%00'])(
  'rejects NUL in the address %s',
  async (path) => {
    expect((await call('GET', path)).status).toBe(400);
  },
);

it.each(['2026-02-30T00:00:00.000Z', '0000-01-01T00:00:00.000Z', '2026-13-01T00:00:00.000Z'])(
  'rejects a cursor of %s',
  async (instant) => {
    const answer = await call('GET', `/api/trade-ideas?market=Forex&limit=5&cursor=${createCursor(instant)}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_CURSOR']);
  },
);
