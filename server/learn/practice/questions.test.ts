import { describe, expect, it } from 'vitest';
import type { NewIdeaInput } from '../../../contract/publishing/idea-writing.ts';
import { noNotifications } from '../../ideas/idea-notifier.ts';
import { IdeasService } from '../../ideas/ideas-service.ts';
import { type Asked, reachedExit, startPracticeCalls, stoppedOut } from '../../testing/practice-calls.ts';
import { publish, publishHidden } from '../../testing/test-app.ts';
import { AskableIdeas } from './askable-ideas.ts';
import { PracticeService } from './practice-service.ts';

describe('the ideas that are asked about', () => {
  const practice = startPracticeCalls();
  const { calls, clock, ask, close, forecast, pass } = practice;

  it('asks nothing when no idea is closed', async () => {
    expect(await ask()).toEqual({ question: null, left_out: { unclear: 0, without_r: 0 } });
  });

  it('asks about closed ideas with a certain result, and says how many are left out (§2.76)', async () => {
    await calls.publish({ pair: 'OPEN/USD' });
    const unclear = await calls.publish({ pair: 'MOVED/USD' });
    await close(unclear, { status: 'completed' });
    const deletedOpen = await calls.publish({ pair: 'GONE/USD' });
    pass(600);
    await calls.remove(deletedOpen.id);
    const withoutR = await calls.publish({ pair: 'ODD/USD', invalidation_level: '1.0900' });
    await close(withoutR, stoppedOut);
    const wrongExit = await calls.publish({ pair: 'WRONG/USD', exit_1: '1.0800' });
    await close(wrongExit, stoppedOut);
    expect(await ask()).toEqual({ question: null, left_out: { unclear: 2, without_r: 2 } });
  });

  it('asks about deleted ideas too, so that the base rate is honest (§2.76)', async () => {
    const idea = await calls.publish({ pair: 'DEL/USD' });
    await close(idea, stoppedOut);
    pass(60);
    await calls.remove(idea.id);
    const answered = await forecast({ probability: 30 });
    expect(answered).toMatchObject({
      idea_id: idea.id,
      pair: 'DEL/USD',
      order_type: 'BUY',
      outcome: false,
      is_deleted: true,
      lesson: null,
    });
  });

  it.each([
    ['exit 1 was reached', reachedExit, true],
    ['a later exit was reached', { status: 'successful', result_level: 'exit_2' }, true],
    ['it was successful without a level', { status: 'successful' }, true],
    ['the invalidation level was reached', stoppedOut, false],
    ['it was closed at the entry', { status: 'unsuccessful', result_level: 'entry_1' }, false],
    ['it was invalidated', { status: 'invalid' }, false],
  ] as const)('uses the outcome of the record if %s', async (_end, changes, outcome) => {
    const idea = await calls.publish();
    await close(idea, changes);
    const answered = await forecast({ probability: 50 });
    expect(answered).toMatchObject({ idea_id: idea.id, outcome });
    // Risk 0.0087 and exit 1 0.0079 away: 1 / (1 + 79 / 87).
    expect(answered.baseline).toBeCloseTo(87 / 166, 12);
  });

  it('never asks about ideas of the hidden educator, neither customers nor educators', async () => {
    const { id } = await publishHidden(calls.test);
    const ideas = new IdeasService(
      calls.test.database.db,
      { waitUntilApplied: async () => undefined },
      () => new Date(clock.now),
      noNotifications,
    );
    const { status } = await ideas.update(calls.test.people.hidden, id, reachedExit);
    expect(status).toBe('successful');
    expect((await ask()).question).toBeNull();
    expect((await ask(calls.one)).question).toBeNull();
  });

  it('never asks educators about their own ideas', async () => {
    expect((await ask(calls.one)).question).toBeNull();
    expect((await ask(calls.two)).question).not.toBeNull();
  });
});

describe('the choice of a question', () => {
  const practice = startPracticeCalls();
  const { calls, ask, close, forecast } = practice;
  const addClosed = async (pair: string) => {
    const idea = await calls.publish({ pair });
    await close(idea, reachedExit);
    return idea;
  };

  it('keeps the open question until it is answered, also when two devices ask at once', async () => {
    for (const pair of ['A/USD', 'B/USD', 'C/USD', 'D/USD', 'E/USD']) await addClosed(pair);
    const asked = await Promise.all(Array.from({ length: 8 }, () => ask()));
    const ids = new Set(asked.map(({ question }) => question?.id));
    expect(ids.size).toBe(1);
    expect([...ids][0]).toMatch(/^[0-9a-f-]{36}$/);
    const other = await calls.test.openSession('customer@test.example');
    expect((await ask(other)).question?.id).toBe([...ids][0]);
    expect((await ask(calls.two)).question?.id).not.toBe([...ids][0]);
  });

  it('never asks about the same idea twice (§2.71)', async () => {
    const answered = [];
    for (let count = 0; count < 5; count++) answered.push((await forecast({ probability: 70 })).idea_id);
    expect(new Set(answered).size).toBe(5);
    expect((await ask()).question).toBeNull();
  });

  it('takes a new idea into account once its close counts (§2.71)', async () => {
    const { question } = await ask(calls.two);
    const left = new Set<string>();
    await practice.answer(question!.id, { probability: 50 }, calls.two);
    const idea = await publish(calls.test, calls.one, { pair: 'LAST/USD' });
    await close(idea, stoppedOut);
    for (;;) {
      const { question: next } = await ask(calls.two);
      if (!next) break;
      left.add(next.pair);
      await practice.answer(next.id, { probability: 50 }, calls.two);
    }
    expect(left).toContain('LAST/USD');
  });
});

describe('the preference of a question', () => {
  const { calls, customer, clock, close, findIdeaId } = startPracticeCalls();
  /** Practice with one random number for all choices; ideas are in order of publication. */
  const askWith = async (random: number) => {
    const { db } = calls.test.database;
    const askable = new AskableIdeas(db, { subscribe: () => undefined });
    const practice = new PracticeService(db, askable, {
      clock: () => new Date(clock.now),
      random: () => random,
      candles: { readBefore: async () => null },
    });
    const { question } = await practice.ask(calls.test.people.customer);
    return { practice, question: question!, ideaId: await findIdeaId(question!) };
  };
  const addClosed = async (changes: Partial<NewIdeaInput>) =>
    (await close(await calls.publish(changes), reachedExit)).id;
  const forget = () => calls.test.database.pool.query('delete from practice_forecasts');

  it('prefers ideas that this person has not viewed (§2.71)', async () => {
    const viewed = await addClosed({ pair: 'A/USD' });
    const unseen = await addClosed({ pair: 'B/USD' });
    expect((await askWith(0)).ideaId).toBe(viewed);
    await forget();
    const body = { markets: [], ideas: [{ id: viewed, viewed: true, read: null }], rooms: [] };
    await calls.test.call('POST', '/api/reading', { token: customer.token, body });
    const first = await askWith(0);
    expect(first.ideaId).toBe(unseen);
    await first.practice.answer(calls.test.people.customer, first.question.id, {
      probability: 90,
      reason: null,
      is_remembered: false,
    });
    expect((await askWith(0)).ideaId).toBe(viewed);
    await forget();
  });

  it('prefers ideas like the ones missed (§2.71)', async () => {
    await addClosed({ pair: 'BTC/USD', market_type: 'Crypto' });
    const [forex, crypto] = [
      await addClosed({ pair: 'C/USD' }),
      await addClosed({ pair: 'ETH/USD', market_type: 'Crypto' }),
    ];
    const answerBitcoin = async (probability: number) => {
      // Unseen are B, BTC, C and ETH: 0.3 of equal weights is BTC.
      const { practice, question } = await askWith(0.3);
      expect(question.pair).toBe('BTC/USD');
      const answer = { probability, reason: null, is_remembered: false };
      await practice.answer(calls.test.people.customer, question.id, answer);
    };
    // B, C and ETH are left, with equal weights after a hit; after a miss with 1, 1 and 4.
    await answerBitcoin(95);
    expect((await askWith(0.6)).ideaId).toBe(forex);
    await forget();
    await answerBitcoin(5);
    expect((await askWith(0.6)).ideaId).toBe(crypto);
  });
});

describe('a question', () => {
  const { calls, ask, close, pass } = startPracticeCalls();
  let asked: Asked;

  it('sends nothing in a question that leads to the idea or says how it ended (§2.69)', async () => {
    const idea = await calls.publish({ notes: 'The plan.', time_frame: '1D' });
    pass(360);
    await calls.put(idea.id, { notes: 'First exit is near.', invalidation_level: '1.0800' });
    const closed = await close(idea, {
      ...reachedExit,
      result_at: new Date(Date.parse(idea.created_at) + 60_000).toISOString(),
      lesson: 'Patience was paid.',
      lesson_tag: 'patience',
    });
    const answer = await calls.test.call<Asked>('POST', '/api/practice/questions', {
      token: calls.customer,
    });
    asked = answer.body;
    expect(Object.keys(asked.question!).toSorted()).toEqual([
      'baseline',
      'chart',
      'id',
      'idea_type',
      'image_urls',
      'levels',
      'market_type',
      'notes',
      'pair',
      'time_frame',
    ]);
    const text = JSON.stringify([answer.body, Object.fromEntries(answer.headers)]);
    for (const secret of [
      idea.id,
      closed.closed_at,
      idea.created_at,
      closed.updated_at,
      closed.result_at,
      idea.educator_name,
      'Patience',
      'patience',
      'successful',
      'outcome',
      'First exit',
      '1.0800',
    ])
      expect(text).not.toContain(secret);
    expect(asked.question).toMatchObject({
      pair: 'EUR/USD',
      time_frame: '1D',
      notes: 'The plan.',
      levels: { order_type: 'BUY', entry_1: '1.0842', invalidation_level: '1.0755', exit_1: '1.0921' },
      image_urls: [],
    });
    expect(asked.question?.baseline).toBeCloseTo(87 / 166, 12);
  });

  it('asks the same after the idea was changed again', async () => {
    expect(await ask()).toEqual(asked);
  });
});
