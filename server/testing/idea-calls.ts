import { eq } from 'drizzle-orm';
import { afterAll, beforeAll } from 'vitest';
import type { IdeaRevision } from '../../contract/ideas/idea-revisions.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import type { NewIdeaInput } from '../../contract/publishing/idea-writing.ts';
import { ideaColumns, tradeIdeas } from '../database/schema.ts';
import { publish, startTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

type ErrorResponse = {
  code: string;
  message: string;
  fields?: Record<string, string>;
  conflict?: { current: TradeIdea };
};
type Headers = Record<string, string>;

const createIdeaCalls = async (test: TestApp) => {
  const one = await test.openSession('one@test.example');
  const two = await test.openSession('two@test.example');
  const customer = await test.openSession('customer@test.example');
  return {
    test,
    one,
    two,
    customer,
    publish: (changes: Partial<NewIdeaInput> = {}, token = one) => publish(test, token, changes),
    post: (body: unknown, headers: Headers = {}, token = one) =>
      test.call<TradeIdea & ErrorResponse>('POST', '/api/trade-ideas', { token, body, headers }),
    put: (id: string, body: unknown, headers: Headers = {}, token = one) =>
      test.call<TradeIdea & ErrorResponse>('PUT', `/api/trade-ideas/${id}`, { token, body, headers }),
    undo: (id: string, version: number, token = one) =>
      test.call<TradeIdea & ErrorResponse>('POST', `/api/trade-ideas/${id}/undo`, {
        token,
        headers: { 'if-match': `"${version}"` },
      }),
    remove: (id: string, token = one) => test.call('DELETE', `/api/trade-ideas/${id}`, { token }),
    get: (id: string, token = customer) => test.call<TradeIdea>('GET', `/api/trade-ideas/${id}`, { token }),
    list: (query: string, headers: Headers = {}, token = customer) =>
      test.call<TradeIdea[]>('GET', `/api/trade-ideas?${query}`, { token, headers }),
    revisions: async (id: string) =>
      (await test.call<IdeaRevision[]>('GET', `/api/trade-ideas/${id}/revisions`, { token: customer })).body,
    /** The stored row. */
    findRow: async (id: string) => {
      const [row] = await test.database.db.select(ideaColumns).from(tradeIdeas).where(eq(tradeIdeas.id, id));
      return row;
    },
  };
};
type IdeaCalls = Awaited<ReturnType<typeof createIdeaCalls>>;

/**
 * Starts an app for a test file and signs in two educators and a customer. Calls are made as educator 1 by default.
 * Available once the tests run.
 */
export const startIdeaCalls = (options: TestAppOptions = {}): IdeaCalls => {
  const calls = {} as IdeaCalls;
  beforeAll(async () => {
    const test = await startTestApp(options);
    Object.assign(calls, await createIdeaCalls(test));
  });
  afterAll(() => calls.test.close());
  return calls;
};
