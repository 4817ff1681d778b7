import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { type ErrorBody, type ErrorCode, errorCatalogue } from '../../contract/shared/errors.ts';
import { AppError } from '../shared/app-error.ts';
import { systemClock } from '../shared/clock.ts';
import { profileInput, videoInput } from '../testing/profile-inputs.ts';
import { ideaInput, startTestApp, type TestApp } from '../testing/test-app.ts';
import { registerErrors } from './errors.ts';
import { RefusalLog } from './request-log.ts';

/** SPEC §8: a failing call returns its own message, never the database's text. */
let test: TestApp;
let educator: string;
let customer: string;
let idea: TradeIdea;
let userId: string;
let room: string;
const log: string[] = [];

beforeAll(async () => {
  test = await startTestApp({ onLog: (line) => log.push(line) });
  educator = await test.openSession('one@test.example');
  customer = await test.openSession('customer@test.example');
  idea = (await test.call<TradeIdea>('POST', '/api/trade-ideas', { token: educator, body: ideaInput() }))
    .body;
  userId = (await test.call<{ id: string }>('GET', '/api/auth/user', { token: customer })).body.id;
  const added = await test.database.pool.query(
    "insert into chat_rooms (name, created_at) values ('Leverage Ideas', now()) returning id",
  );
  room = added.rows[0].id;
  // Like after a broken migration: the connection works, each query fails.
  for (const table of ['trade_ideas', 'chat_messages', 'videos', 'user_profiles'])
    await test.database.pool.query(`alter table ${table} rename to ${table}_elsewhere`);
});
afterAll(() => test.close());

it.each([
  [undefined, 'NOT_SIGNED_IN'],
  ['no-session', 'SESSION_ENDED'],
])('refuses the token %s with %s', async (token, code) => {
  const answer = await test.call('GET', '/api/auth/user', token === undefined ? {} : { token });
  expect(answer).toMatchObject({ status: 401, body: { code } });
});

type FailingCall = [message: string, method: string, path: () => string, body?: () => unknown];
const failingCalls: FailingCall[] = [
  ['Failed to submit trade idea', 'POST', () => '/api/trade-ideas', () => ideaInput()],
  ['Failed to update trade idea', 'PUT', () => `/api/trade-ideas/${idea.id}`, () => ({ notes: 'new' })],
  ['Failed to delete trade idea', 'DELETE', () => `/api/trade-ideas/${idea.id}`],
  ['Failed to get trade ideas', 'GET', () => '/api/trade-ideas?state=completed&pair=eur'],
  ['Failed to get chat messages', 'GET', () => `/api/chat/rooms/${room}/messages`],
  [
    'Failed to send chat message',
    'POST',
    () => `/api/chat/rooms/${room}/messages`,
    () => ({ message: 'hi' }),
  ],
  [
    'Failed to update chat message',
    'PUT',
    () => `/api/chat/messages/${randomUUID()}`,
    () => ({ message: 'hi' }),
  ],
  ['Failed to delete chat message', 'DELETE', () => `/api/chat/messages/${randomUUID()}`],
  ['Failed to get videos', 'GET', () => '/api/videos'],
  ['Failed to add video', 'POST', () => '/api/videos', () => videoInput()],
  ['Failed to fetch profile', 'GET', () => `/api/user-profiles/${userId}`],
  ['Failed to create profile', 'POST', () => `/api/user-profiles/${userId}`, () => profileInput()],
  ['Failed to update profile', 'PUT', () => `/api/user-profiles/${userId}`, () => profileInput()],
];

describe('a call whose query fails', () => {
  it.each(failingCalls)(
    'returns "%s" when the query of a call fails (%s) (§8.4)',
    async (message, method, path, body) => {
      const token = path().includes('user-profiles') ? customer : educator;
      const answer = await test.call<ErrorBody>(method, path(), { token, ...(body && { body: body() }) });
      expect(answer.status).toBe(500);
      expect(answer.body.message).toBe(message);
      // The details are in the log only.
      expect(log.at(-1)).toContain('does not exist');
      expect(JSON.stringify(answer.body)).not.toMatch(/relation|does not exist|select|insert|42P01/i);
    },
  );
});

describe('a call whose storage is unavailable', () => {
  const app = fastify();
  registerErrors(app, new RefusalLog(systemClock));
  app.all('/:code', async ({ params }) => {
    throw new AppError((params as { code: ErrorCode }).code);
  });
  app.all('/query', async () => {
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  });
  afterAll(() => app.close());
  const ask = async (method: 'GET' | 'POST', path: string) =>
    (await app.inject({ method, url: `/${path}` })).json<ErrorBody>();

  it.each(
    Object.entries(errorCatalogue)
      .filter(([, { message }]) => message.includes('saved'))
      .map(([code]) => code),
  )('says that nothing was saved to a write only, when storage is unavailable: %s', async (code) => {
    expect(await ask('POST', code)).toMatchObject({
      code,
      message: expect.stringMatching('Nothing was saved'),
    });
    expect(await ask('GET', code)).toMatchObject({ code, message: expect.not.stringMatching('saved') });
  });

  it('tells a read to try again when its query finds no database', async () => {
    expect(await ask('GET', 'query')).toEqual({
      code: 'DATABASE_UNAVAILABLE',
      message: "Connection error: can't reach the database. Please try again.",
    });
  });
});
