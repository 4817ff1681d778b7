import type { TradeIdea } from '../contract/ideas/ideas.ts';
import type { IdeaChangesInput, NewIdeaInput } from '../contract/publishing/idea-writing.ts';
import { ideaInput } from '../server/testing/test-app.ts';
import type { TestApp } from './app.ts';

/** An educator's API calls, for tests of what a customer sees meanwhile. */
export type EducatorCalls = {
  publish: (changes: Partial<NewIdeaInput>) => Promise<TradeIdea>;
  change: (id: string, changes: IdeaChangesInput) => Promise<TradeIdea>;
  remove: (id: string) => Promise<void>;
};

/** Signs in educator 2 of the demo without a browser. */
export const signInCalls = async ({ url }: Pick<TestApp, 'url'>): Promise<EducatorCalls> => {
  let token = '';
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  const who = { email: 'educator2@demo.test', password: 'teach-to-trade', selectedRole: 'educator' };
  token = (await call('POST', '/api/auth/login', who)).sessionToken;
  return {
    publish: (changes) => call('POST', '/api/trade-ideas', ideaInput(changes)),
    change: (id, changes) => call('PUT', `/api/trade-ideas/${id}`, changes),
    remove: async (id) => {
      await call('DELETE', `/api/trade-ideas/${id}`);
    },
  };
};
