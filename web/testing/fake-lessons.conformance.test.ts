import { it } from 'vitest';
import { ideaInput } from '../../server/testing/test-app.ts';
import { setUpConformance } from './conformance.ts';
import { FakeApi } from './fake-api.ts';
import { FakeIdeas } from './fake-ideas.ts';
import { answerLessons } from './fake-lessons.ts';

const api = new FakeApi();
answerLessons(api, new FakeIdeas(api));
const { both } = setUpConformance(api, {
  email: 'two@test.example',
  volatile: ['created_at', 'updated_at', 'created_by', 'educator_name', 'closed_at', 'result_at'],
  // Topics have no order.
  arrange: (body) =>
    Array.isArray(body) && body[0]?.topic
      ? body.toSorted((a, b) => String(a.topic).localeCompare(b.topic))
      : body,
});

it('lists and counts lessons by topic, educator, result and pair as the server does', async () => {
  const closings = [
    { status: 'successful', result_level: 'exit_1', lesson: 'Patience.', lesson_tag: 'patience' },
    { status: 'unsuccessful', result_level: 'invalidation_level', lesson: 'Too early.', lesson_tag: 'entry' },
    { status: 'invalid', lesson: 'News came first.' },
    { status: 'successful', result_level: 'exit_1' },
    { status: 'unsuccessful', result_level: 'invalidation_level', lesson_tag: 'entry' },
  ];
  for (const [index, closing] of closings.entries()) {
    await both('POST', '/api/trade-ideas', {
      body: ideaInput({ pair: index % 2 ? 'ATOM/USDT' : 'EUR/USD' }),
    });
    await both('PUT', `/api/trade-ideas/:${index}`, { body: closing });
  }
  const filters = [
    '',
    'educatorId=2',
    'educatorId=1',
    'result=unsuccessful',
    'result=successful',
    'pair=atom',
  ];
  for (const filter of filters) {
    await both('GET', `/api/lessons?${filter}`);
    await both('GET', `/api/lessons/topics?${filter}`);
  }
  for (const topic of ['entry', 'none', 'news']) await both('GET', `/api/lessons?topic=${topic}`);
});
