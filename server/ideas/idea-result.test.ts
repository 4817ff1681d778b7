import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import type { NewIdeaInput } from '../../contract/publishing/idea-writing.ts';
import { tradeIdeas } from '../database/schema.ts';
import { startIdeaCalls } from '../testing/idea-calls.ts';

let now = Date.parse('2026-03-01T12:00:00.000Z');
const calls = startIdeaCalls({ clock: () => new Date(now) });

const change = ({ id }: TradeIdea, body: unknown) => calls.put(id, body);
const publishAndClose = async (changes: Partial<NewIdeaInput> = {}) => {
  const idea = await calls.publish(changes);
  now += 60_000;
  return (await change(idea, { status: 'successful' })).body;
};

describe('the result of an idea', () => {
  it('stores a result beside the status and in the ledger (§3.1)', async () => {
    const idea = await publishAndClose();
    const result = {
      result_level: 'exit_2',
      result_at: '2026-03-01T12:00:30.500Z',
      lesson: ' Wait for the close. ',
      lesson_tag: 'entry',
    };
    const answer = await change(idea, result);
    const expected = { ...result, lesson: 'Wait for the close.' };
    expect(answer.body).toMatchObject({ status: 'successful', ...expected });
    const revisions = await calls.revisions(idea.id);
    expect(revisions.at(-1)?.changes.map(({ field, new: value }) => [field, value])).toEqual(
      Object.entries(expected),
    );
  });

  it('accepts an idea without a result, and a result together with the status', async () => {
    const idea = await calls.publish();
    now += 60_000;
    expect(
      (await change(idea, { status: 'unsuccessful', result_level: 'invalidation_level' })).body,
    ).toMatchObject({
      status: 'unsuccessful',
      result_level: 'invalidation_level',
      result_at: null,
      lesson: null,
    });
    expect((await publishAndClose()).result_level).toBeNull();
  });

  it.each(['pending', 'active', 'invalid', 'unsuccessful'])(
    'clears the result when the status changes to %s',
    async (status) => {
      const idea = await publishAndClose();
      await change(idea, { result_level: 'exit_1', lesson: 'Held too long.', lesson_tag: 'patience' });
      expect((await change(idea, { status })).body).toMatchObject({
        status,
        result_level: null,
        result_at: null,
        lesson: null,
        lesson_tag: null,
      });
    },
  );

  it('keeps the result when the same status is set again, also under its legacy name', async () => {
    const idea = await publishAndClose();
    await change(idea, { result_level: 'exit_1' });
    const again = await change(idea, { status: 'success', lesson: 'Patience.' });
    expect(again.body).toMatchObject({ result_level: 'exit_1', lesson: 'Patience.' });
  });

  it.each([
    ['a level the idea does not have', { result_level: 'exit_3' }, 'result_level'],
    ['a time in the future', { result_at: '2036-03-01T12:00:00.000Z' }, 'result_at'],
    ['a time before it was published', { result_at: '2016-03-01T12:00:00.000Z' }, 'result_at'],
    ['no time', { result_at: 'yesterday' }, 'result_at'],
    ['no level', { result_level: 'the moon' }, 'result_level'],
    ['a lesson of 301 characters', { lesson: 'x'.repeat(301) }, 'lesson'],
    ['a topic that is not listed', { lesson_tag: 'luck' }, 'lesson_tag'],
  ])('rejects a result with %s', async (_name, body, field) => {
    const idea = await publishAndClose({ exit_3: null });
    const answer = await change(idea, body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
  });

  it.each(['invalidation_level', 'entry_1'])('rejects for a success the level %s', async (result_level) => {
    const idea = await calls.publish();
    const fields = { result_level: 'A successful idea reached at least exit 1' };
    expect((await change(idea, { status: 'successful', result_level })).body.fields).toEqual(fields);
    await change(idea, { status: 'successful' });
    expect((await change(idea, { result_level })).body.fields).toEqual(fields);
  });

  it('accepts exit 1 for a loss, and drops its level when it becomes a success', async () => {
    const idea = await calls.publish();
    const lost = await change(idea, { status: 'unsuccessful', result_level: 'exit_1' });
    expect(lost.body).toMatchObject({ status: 'unsuccessful', result_level: 'exit_1' });
    await change(idea, { result_level: 'invalidation_level' });
    const won = await change(idea, { status: 'successful' });
    expect(won.body).toMatchObject({ status: 'successful', result_level: null });
  });

  it('accepts other changes to a success that was stored with the invalidation level', async () => {
    const idea = await publishAndClose();
    await calls.test.database.db
      .update(tradeIdeas)
      .set({ result_level: 'invalidation_level' })
      .where(eq(tradeIdeas.id, idea.id));
    expect((await change(idea, { lesson: 'Wait.' })).body).toMatchObject({
      result_level: 'invalidation_level',
      lesson: 'Wait.',
    });
  });

  it('accepts times up to five minutes ahead, and from the minute of publishing', async () => {
    const idea = await publishAndClose();
    const created = Date.parse(idea.created_at);
    const statusFor = async (time: number) =>
      (await change(idea, { result_at: new Date(time).toISOString() })).status;
    expect(await statusFor(now + 5 * 60_000 + 1)).toBe(400);
    expect(await statusFor(now + 5 * 60_000)).toBe(200);
    expect(await statusFor(created - 60_000)).toBe(400);
    expect(await statusFor(created - 59_999)).toBe(200);
  });

  it('rejects a result while the idea is open', async () => {
    const idea = await calls.publish();
    const { body } = await change(idea, { result_level: 'exit_1', lesson: 'Wait.', lesson_tag: 'entry' });
    expect(body.fields).toEqual({
      result_level: 'Only a completed idea has a result',
      lesson: 'Only a closed idea has a lesson',
      lesson_tag: 'Only a closed idea has a lesson',
    });
  });

  it('accepts for an invalid idea a lesson alone', async () => {
    const idea = await calls.publish();
    const lesson = { lesson: 'Broken before the entry.', lesson_tag: 'patience' };
    await change(idea, { status: 'invalid' });
    expect((await change(idea, lesson)).body).toMatchObject({ status: 'invalid', ...lesson });
    const time = new Date(now).toISOString();
    expect((await change(idea, { result_level: 'exit_1', result_at: time })).body.fields).toEqual({
      result_level: 'Only a completed idea has a result',
      result_at: 'Only a completed idea has a result',
    });
    expect((await change(idea, { status: 'active' })).body).toMatchObject({ lesson: null, lesson_tag: null });
  });

  it('prevents the removal of the level that the result refers to', async () => {
    const idea = await publishAndClose();
    await change(idea, { result_level: 'exit_3' });
    expect((await change(idea, { exit_3: null })).status).toBe(400);
  });
});
