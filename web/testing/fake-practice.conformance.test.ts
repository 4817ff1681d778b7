import { beforeAll, it } from 'vitest';
import { ideaRow } from '../../contract/ideas/idea-row.fixture.ts';
import { CORRECTION_WINDOW_MS } from '../../contract/ideas/ideas.ts';
import { ideaInput, publish } from '../../server/testing/test-app.ts';
import { setUpConformance } from './conformance.ts';
import { FakeApi } from './fake-api.ts';
import { FakePractice } from './fake-practice.ts';

const api = new FakeApi();
const miss = {
  status: 'unsuccessful',
  result_level: 'invalidation_level',
  lesson: 'Too early.',
  lesson_tag: 'entry',
} as const;
const practice = new FakePractice(api, [
  { idea: ideaRow({ ...miss, exit_3: '1.1060', notes: ideaInput().notes ?? null }), outcome: false },
]);
const clock = { now: Date.now() };
const { both, know, state } = setUpConformance(api, {
  email: 'customer@test.example',
  volatile: ['idea_id', 'answered_at', 'review_at'],
  clock: () => new Date(clock.now),
});

beforeAll(async () => {
  const token = await state.app.openSession('one@test.example');
  const { id } = await publish(state.app, token);
  clock.now += 3_600_000;
  await state.app.call('PUT', `/api/trade-ideas/${id}`, { token, body: miss });
  // From then on the close counts.
  clock.now += CORRECTION_WINDOW_MS;
});

it('asks, takes an answer, lists, scores and reviews as the server does', async () => {
  const { app, token } = state;
  const ask = (server: { question: { id: string } | null }) => server.question?.id ?? '';
  const real = await app.call<{ question: { id: string } | null }>('POST', '/api/practice/questions', {
    token,
  });
  const fake = await api.fetch(new URL('http://x/api/practice/questions'), { method: 'POST' });
  know(ask(real.body), ask((await fake.json()) as { question: { id: string } | null }));
  await both('POST', '/api/practice/questions');
  await both('GET', '/api/practice/forecasts/:0');
  const answer = (probability: number) =>
    both('PUT', '/api/practice/questions/:0/answer', {
      body: { probability, reason: 'Higher low', is_remembered: false },
    });
  await answer(80);
  await answer(80);
  await answer(70);
  await both('POST', '/api/practice/questions');
  await both('GET', '/api/practice/forecasts/:0');
  await both('GET', '/api/practice/forecasts');
  await both('GET', '/api/practice/summary');
  await both('POST', '/api/practice/reviews/:0');
  clock.now += 2 * 24 * 3_600_000;
  practice.forecasts[0]!.review_at = new Date().toISOString();
  await both('GET', '/api/practice/summary');
  await both('POST', '/api/practice/reviews/:0');
  await both('GET', '/api/practice/summary');
  await both('POST', '/api/practice/reviews/00000000-0000-4000-8000-0000000000ff');
});
