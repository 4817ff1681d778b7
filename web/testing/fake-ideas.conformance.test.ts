import { afterAll, beforeAll, expect, it } from 'vitest';
import { ideaInput, startTestApp, type TestApp } from '../../server/testing/test-app.ts';
import { FakeApi } from './fake-api.ts';
import { FakeIdeas } from './fake-ideas.ts';

/** The fake of the ui tests answers these calls as the server does: status and body, without ids, names and times. */
let app: TestApp;
let token: string;
const api = new FakeApi();
new FakeIdeas(api);
beforeAll(async () => {
  app = await startTestApp();
  token = await app.openSession('two@test.example');
});
afterAll(() => app.close());

type Row = Record<string, unknown>;
const bare = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  const { id, created_at, updated_at, created_by, educator_name, closed_at, result_at, ...rest } =
    value as Row;
  return Object.fromEntries([
    ...Object.entries(rest).map(([name, part]) => [name, bare(part)]),
    ['is_closed', Boolean(closed_at)],
  ]);
};
/** Sends a call to both; `:id` is the idea of that number in each. */
const ids: { real: string[]; fake: string[] } = { real: [], fake: [] };
const both = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const at = (of: string[]) => path.replace(/:(\d)/, (_, index) => of[Number(index)]!);
  const real = await app.call<Row>(method, at(ids.real), { token, body, headers });
  const answer = await api.fetch(new URL(at(ids.fake), 'http://x'), {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const fake = { status: answer.status, body: (await answer.json()) as Row };
  if (method === 'POST' && real.status === 201) {
    ids.real.push(real.body.id as string);
    ids.fake.push(fake.body.id as string);
  }
  expect([path, fake.status, bare(fake.body)]).toEqual([path, real.status, bare(real.body)]);
};
const list = (query: string) => both('GET', `/api/trade-ideas?${query}`);

it('publishes, changes, closes, undoes, conflicts, deletes and lists as the server does', async () => {
  await both('POST', '/api/trade-ideas', ideaInput({ pair: 'EUR/USD' }));
  await both(
    'POST',
    '/api/trade-ideas',
    ideaInput({ pair: 'SPX/USDT', market_type: 'Crypto', idea_type: 'Exchange' }),
  );
  await both('PUT', '/api/trade-ideas/:0', { exit_1: '1.0950' }, { 'if-match': '"1"' });
  await both('PUT', '/api/trade-ideas/:0', { exit_1: '1.0960' }, { 'if-match': '"1"' });
  await both('POST', '/api/trade-ideas/:0/undo', undefined, { 'if-match': '"2"' });
  await both('PUT', '/api/trade-ideas/:1', { status: 'success', result_level: 'exit_1' });
  for (const query of [
    'educatorId=2',
    'state=active',
    'state=completed&market=Forex',
    'pair=eurusd',
    'result=successful',
    'status=pending',
  ])
    await list(query);
  await both('PUT', '/api/trade-ideas/:1', { status: 'pending' });
  await both('DELETE', '/api/trade-ideas/:1');
  await both('GET', '/api/trade-ideas/:1');
  await list('educatorId=2');
});
