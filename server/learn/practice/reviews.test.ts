import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { reachedExit, startPracticeCalls, stoppedOut } from '../../testing/practice-calls.ts';

const DAY = 24 * 60 * 60;
const lesson = { lesson: 'Wait for the close.', lesson_tag: 'patience' } as const;

/** The ids of the lesson cards that are due. */
const readDue = async ({ summary }: ReturnType<typeof startPracticeCalls>) =>
  (await summary()).due_cards.map(({ id }) => id);

describe('the lesson card of a miss', () => {
  const practice = startPracticeCalls();
  const { calls, clock, close, forecast, pass, review, summary, signInAgain } = practice;
  const dueIds = () => readDue(practice);
  const inDays = (days: number) => new Date(clock.now + days * DAY * 1_000).toISOString();

  it('returns a missed lesson card after 1, 7 and 30 days, and then never again (§2.73)', async () => {
    await close(await calls.publish(), { ...stoppedOut, ...lesson });
    const missed = await forecast({ probability: 80 });
    expect(missed.review_at).toBe(inDays(1));
    expect(await dueIds()).toEqual([]);
    for (const next of [7, 30, null]) {
      const { review_at } = (await summary()).due_cards[0] ?? missed;
      clock.now = Date.parse(review_at ?? '') - 1;
      await signInAgain();
      expect(await dueIds()).toEqual([]);
      pass(0.001);
      expect((await summary()).due_cards).toMatchObject([{ id: missed.id, ...lesson, probability: 80 }]);
      const { status, body } = await review(missed.id);
      expect(status).toBe(200);
      expect(body.review_at).toBe(next === null ? null : inDays(next));
      missed.review_at = body.review_at;
      // A repeated request does not skip a step.
      expect((await review(missed.id)).body.review_at).toBe(body.review_at);
      expect(await dueIds()).toEqual([]);
    }
    pass(400 * DAY);
    await signInAgain();
    expect(await dueIds()).toEqual([]);
  });
});

describe('a lesson card', () => {
  const practice = startPracticeCalls();
  const { calls, close, forecast, pass, review, summary } = practice;
  const dueIds = () => readDue(practice);

  it('makes no card of a forecast that was right, remembered or without a lesson', async () => {
    await close(await calls.publish(), { ...reachedExit, ...lesson });
    expect((await forecast({ probability: 90 })).review_at).toBeNull();
    await close(await calls.publish(), { ...reachedExit, ...lesson });
    expect((await forecast({ probability: 2, is_remembered: true })).review_at).toBeNull();
    await close(await calls.publish(), reachedExit);
    await forecast({ probability: 2 });
    pass(2 * DAY);
    expect(await dueIds()).toEqual([]);
  });

  it('makes a card of a missed idea that was invalidated', async () => {
    const idea = await close(await calls.publish(), { status: 'invalid', ...lesson });
    const missed = await forecast({ probability: 80 });
    expect(missed).toMatchObject({ idea_id: idea.id, outcome: false, ...lesson });
    pass(DAY);
    expect((await summary()).due_cards.find(({ id }) => id === missed.id)).toMatchObject(lesson);
    await review(missed.id);
  });

  it('removes a card with its idea, and shows it to one person only', async () => {
    const idea = await calls.publish();
    await close(idea, { ...reachedExit, ...lesson });
    const { id } = await forecast({ probability: 5 });
    pass(DAY);
    expect(await dueIds()).toEqual([id]);
    expect((await summary(calls.two)).due_cards).toEqual([]);
    expect((await review(id, calls.two)).status).toBe(404);
    expect((await review(randomUUID())).status).toBe(404);
    expect((await calls.remove(idea.id)).status).toBe(200);
    expect(await dueIds()).toEqual([]);
  });
});
