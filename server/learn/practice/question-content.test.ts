import { describe, expect, it } from 'vitest';
import { jpeg, uploadFile } from '../../testing/media-files.ts';
import { reachedExit, startPracticeCalls } from '../../testing/practice-calls.ts';

const practice = startPracticeCalls();
const { calls, answer, ask, close, pass } = practice;

/** The question about the only idea that is left, which is answered. */
const readQuestion = async () => {
  const { question } = await ask();
  if (!question) throw new Error('Nothing is left to ask');
  await answer(question.id, { probability: 50 });
  return question;
};
/** Edits minutes after publishing, then closes the idea with levels of its own. */
const publishAndEdit = async (edits: readonly (readonly [seconds: number, changes: object])[]) => {
  const idea = await calls.publish({ notes: 'The plan.' });
  for (const [seconds, changes] of edits) {
    pass(seconds);
    await calls.put(idea.id, changes);
  }
  return idea;
};

describe('an idea five minutes after publishing', () => {
  it('returns corrections of the first five minutes and no later change (§2.67)', async () => {
    const idea = await publishAndEdit([
      [240, { notes: 'The corrected plan.', invalidation_level: '1.0700', exit_2: null }],
      [60, { time_frame: '1W' }],
      [1, { notes: 'Going well.', invalidation_level: '1.0842', exit_1: '1.0950' }],
    ]);
    await close(idea, reachedExit);
    const question = await readQuestion();
    expect(question).toMatchObject({
      notes: 'The corrected plan.',
      time_frame: '1W',
      levels: { invalidation_level: '1.0700', exit_1: '1.0921', exit_2: null, exit_3: '1.1060' },
    });
    // Risk 0.0142 and exit 1 0.0079 away.
    expect(question.baseline).toBeCloseTo(142 / 221, 12);
  });

  it('leaves out a change that was undone, also after the five minutes', async () => {
    const idea = await publishAndEdit([[295, { notes: 'Wrong button.', exit_1: '1.0900' }]]);
    pass(8);
    expect((await calls.undo(idea.id, 2)).status).toBe(200);
    await close(idea, reachedExit);
    expect(await readQuestion()).toMatchObject({ notes: 'The plan.', levels: { exit_1: '1.0921' } });
  });

  it('returns the last open state if the idea was closed within the five minutes', async () => {
    await publishAndEdit([
      [60, { notes: 'The corrected plan.' }],
      [60, { status: 'successful', result_level: 'exit_1', notes: 'Exit 1 at once!' }],
      [60, { notes: 'What a trade.' }],
    ]);
    pass(300);
    expect((await readQuestion()).notes).toBe('The corrected plan.');
  });

  it('returns the last state if the idea was deleted within the five minutes after it was closed', async () => {
    const idea = await publishAndEdit([[60, { status: 'invalid' }]]);
    pass(60);
    await calls.remove(idea.id);
    pass(300);
    expect((await readQuestion()).notes).toBe('The plan.');
  });

  it('shows the photos of the idea, but none that was removed from storage', async () => {
    const [first, second] = [
      await uploadFile(calls.test, calls.one, await jpeg()),
      await uploadFile(calls.test, calls.one, await jpeg(50)),
    ];
    const idea = await calls.publish({ image_urls: [first.url, second.url] });
    pass(600);
    await calls.put(idea.id, { image_urls: [second.url] });
    await close(idea, reachedExit);
    const { question } = await ask();
    expect(question?.image_urls).toEqual([first.url, second.url]);
    await calls.test.database.pool.query('delete from media where name = $1', [
      first.url.slice('/media/'.length),
    ]);
    expect((await readQuestion()).image_urls).toEqual([second.url]);
    expect((await calls.test.call('GET', second.url)).headers.get('last-modified')).toBeNull();
  });
});
