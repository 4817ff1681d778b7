import { describe, expect, it } from 'vitest';
import type { IdeaRevision } from '../../contract/ideas/idea-revisions.ts';
import { MAX_STEPS, type TradeIdea } from '../../contract/ideas/ideas.ts';
import type { TrackRecord } from '../../contract/record/track-record.ts';
import { startIdeaCalls } from '../testing/idea-calls.ts';

let now = Date.parse('2026-03-01T12:00:00.000Z');
const calls = startIdeaCalls({ clock: () => new Date(now) });

type Answer = TradeIdea & { fields?: Record<string, string> };
const tell = async ({ id }: Pick<TradeIdea, 'id'>, body: object, token = calls.one) => {
  now += 60_000;
  return calls.test.call<Answer>('POST', `/api/trade-ideas/${id}/steps`, { token, body });
};
const exit = (level: string, share: number) => ({ kind: 'exit_taken', level, share });

describe('the steps of an open idea', () => {
  it('are kept with their time, and in the change history', async () => {
    const idea = await calls.publish();
    const at = new Date(now + 60_000).toISOString();
    expect(await tell(idea, { kind: 'entry_filled' })).toMatchObject({
      status: 200,
      body: { status: 'active', version: 2, steps: [{ kind: 'entry_filled', at }] },
    });
    const { body } = await tell(idea, { kind: 'line', text: '  Quiet market.\u0000 '.replace('\u0000', '') });
    expect(body.steps.map(({ kind }) => kind)).toEqual(['entry_filled', 'line']);
    expect(body.steps[1]).toMatchObject({ text: 'Quiet market.' });
    const { body: revisions } = await calls.test.call<IdeaRevision[]>(
      'GET',
      `/api/trade-ideas/${idea.id}/revisions`,
      { token: calls.customer },
    );
    expect(revisions.at(-1)).toMatchObject({
      action: 'changed',
      changes: [{ field: 'steps', old: [{ kind: 'entry_filled' }], new: body.steps }],
    });
  });

  it('count in the record as told, and not at all when undone', async () => {
    const idea = await calls.publish({ exit_2: null, exit_3: null });
    await tell(idea, exit('exit_1', 60));
    const undone = await tell(idea, { kind: 'entry_filled' });
    await calls.undo(idea.id, undone.body.version);
    expect((await calls.get(idea.id)).body.steps).toMatchObject([{ kind: 'exit_taken', share: 60 }]);
    now += 600_000;
    await calls.put(idea.id, { status: 'unsuccessful', result_level: 'entry_1' });
    const { body } = await calls.test.call<TrackRecord[]>('GET', '/api/performance?educatorId=1', {
      token: calls.customer,
    });
    const entry = body[0]?.entries.find(({ idea_id }) => idea_id === idea.id);
    // 0.6 of 0.0079 at a risk of 0.0087.
    expect(entry?.r?.as_told.low).toMatch(/^0\.5448/);
    expect(entry?.r?.exit_1).toEqual({ low: '0', high: '0' });
  });

  it('close the rest at entry once, after an exit, and nothing after it', async () => {
    const idea = await calls.publish({ exit_2: '1.0985', exit_3: null });
    const rest = { kind: 'rest_closed' };
    expect((await tell(idea, rest)).body.fields).toEqual({ kind: 'Nothing was closed at an exit' });
    await tell(idea, exit('exit_1', 50));
    expect((await tell(idea, rest)).body.steps.map(({ kind }) => kind)).toEqual([
      'exit_taken',
      'rest_closed',
    ]);
    for (const step of [rest, exit('exit_2', 20)])
      expect((await tell(idea, step)).body.fields).toEqual({ kind: 'The rest is closed already' });
    expect((await tell(idea, { kind: 'line', text: 'Done.' })).status).toBe(200);
  });

  it.each([
    ['an exit that the idea has not', exit('exit_3', 50)],
    ['more than the whole position', exit('exit_2', 60)],
    ['an exit twice', exit('exit_1', 10)],
    ['no share', { kind: 'exit_taken', level: 'exit_2' }],
    ['a share of everything', exit('exit_2', 100)],
    ['an empty line', { kind: 'line', text: '  ' }],
    ['a time of its own', { kind: 'entry_filled', at: '2020-01-01T00:00:00.000Z' }],
    ['an unknown kind', { kind: 'doubled' }],
  ])('refuse %s', async (_what, step) => {
    const idea = await calls.publish({ exit_2: '1.0985', exit_3: null });
    await tell(idea, exit('exit_1', 50));
    const refused = await tell(idea, step);
    expect(refused.status).toBe(400);
    expect((await calls.get(idea.id)).body.steps).toHaveLength(1);
  });

  it('refuse the same line twice in a row', async () => {
    const idea = await calls.publish();
    const same = () => tell(idea, { kind: 'line', text: 'Half is done.' });
    await same();
    expect((await same()).body.fields).toEqual({ kind: 'Your last update says the same' });
    await tell(idea, { kind: 'line', text: 'It goes on.' });
    expect((await same()).status).toBe(200);
  });

  it('end with the idea, and have a limit', async () => {
    const idea = await calls.publish();
    for (let count = 0; count < MAX_STEPS; count++) await tell(idea, { kind: 'line', text: `Line ${count}` });
    expect((await tell(idea, { kind: 'line', text: 'One more' })).status).toBe(400);
    const other = await calls.publish();
    await calls.put(other.id, { status: 'successful' });
    expect((await tell(other, { kind: 'entry_filled' })).body.fields).toEqual({
      kind: 'Only an active idea can have steps',
    });
  });

  it("are its own educator's", async () => {
    const idea = await calls.publish();
    const two = await calls.test.openSession('two@test.example');
    expect((await tell(idea, { kind: 'entry_filled' }, two)).status).toBe(403);
    expect((await tell(idea, { kind: 'entry_filled' }, calls.customer)).status).toBe(403);
  });
});
