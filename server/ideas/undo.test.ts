import { describe, expect, it } from 'vitest';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import type { IdeaNews, NewsItem } from '../../contract/notifications/news.ts';
import type { TrackRecord } from '../../contract/record/track-record.ts';
import { startIdeaCalls } from '../testing/idea-calls.ts';

let now = Date.parse('2026-03-01T12:00:00.000Z');
const calls = startIdeaCalls({ clock: () => new Date(now) });
const pass = (seconds: number) => {
  now += seconds * 1_000;
};

const change = async ({ id }: TradeIdea, changes: object) => (await calls.put(id, changes)).body;
const undo = ({ id, version }: TradeIdea, token?: string) => calls.undo(id, version, token);
/** What must be the same after an undo. */
const content = ({ version: _, updated_at: __, ...rest }: TradeIdea) => rest;
const readRecord = async () => {
  const { body } = await calls.test.call<TrackRecord[]>('GET', '/api/performance?educatorId=1', {
    token: calls.customer,
  });
  return body[0]!;
};

describe('undoing a change', () => {
  it.each([
    ['a status', { status: 'successful' }],
    ['another status', { status: 'pending' }],
    ['a level', { invalidation_level: '1.0700' }],
    ['a new level', { exit_3: '1.1100' }],
    ['notes', { notes: 'Something else' }],
    ['several fields', { time_frame: '1D', disclosure: 'none', exit_2: null, notes: null }],
  ])('restores %s exactly', async (_what, changes) => {
    const idea = await calls.publish({ notes: 'The plan', exit_2: '1.1000' });
    pass(600);
    const changed = await change(idea, changes);
    expect(content(changed)).not.toEqual(content(idea));
    pass(10);
    const undone = await undo(changed);
    expect(undone.status).toBe(200);
    expect(undone.body).toEqual({ ...idea, version: 3, updated_at: new Date(now).toISOString() });
    expect((await calls.get(idea.id)).body).toEqual(undone.body);
  });

  it('restores the result, the lesson and the closing time of an idea that was reopened', async () => {
    const idea = await calls.publish();
    pass(3_600);
    await change(idea, { status: 'successful' });
    pass(60);
    const closed = await change(idea, {
      result_level: 'exit_1',
      result_at: new Date(now).toISOString(),
      lesson: 'Wait for the close.',
    });
    const before = await readRecord();
    pass(7_200);
    const reopened = await change(idea, { status: 'pending' });
    expect(reopened).toMatchObject({ result_level: null, lesson: null, closed_at: null });
    pass(5);
    expect(content((await undo(reopened)).body)).toEqual(content(closed));
    expect(await readRecord()).toEqual(before);
  });

  it('restores the plan of a level that was moved by mistake at the end of the first five minutes', async () => {
    const idea = await calls.publish();
    pass(295);
    const slip = await change(idea, { invalidation_level: '1.0100' });
    pass(8);
    expect((await undo(slip)).body.plan).toBeNull();
    pass(600);
    const moved = await change(idea, { invalidation_level: '1.0800' });
    expect(moved.plan?.invalidation_level).toBe(idea.invalidation_level);
  });

  it('restores the pair of an idea after it was locked, because the change was made before', async () => {
    const idea = await calls.publish();
    pass(295);
    const slip = await change(idea, { pair: 'GBP/USD', market_type: 'Crypto', idea_type: 'Exchange' });
    expect(slip).toMatchObject({ pair: 'GBP/USD', market_type: 'Crypto' });
    pass(8);
    expect(content((await undo(slip)).body)).toEqual(content(idea));
  });

  it('keeps the undone change in the ledger, which still verifies, and counts it neither there nor in the record', async () => {
    const idea = await calls.publish();
    pass(600);
    const before = await readRecord();
    const slip = await change(idea, { status: 'unsuccessful', result_level: 'invalidation_level' });
    expect((await readRecord()).ideas.unsuccessful).toBe(before.ideas.unsuccessful + 1);
    pass(3);
    await undo(slip);
    expect(await readRecord()).toEqual(before);
    expect((await calls.revisions(idea.id)).map(({ action, changes }) => [action, changes.length])).toEqual([
      ['created', expect.any(Number)],
      ['changed', 2],
      ['undone', 2],
    ]);
  });

  it('undoes one version only, and once', async () => {
    const idea = await calls.publish();
    const first = await change(idea, { notes: 'First' });
    const second = await change(idea, { notes: 'Second' });
    const late = await undo(first);
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'VERSION_CONFLICT', conflict: { current: second } },
    });
    const undone = (await undo(second)).body;
    expect(undone.notes).toBe('First');
    expect(await undo(second)).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT' } });
    // Neither the undoing itself nor the change before it.
    expect(await undo(undone)).toMatchObject({ status: 409, body: { code: 'UNDO_EXPIRED' } });
    expect((await calls.get(idea.id)).body).toEqual(undone);
  });

  it('rejects an undo after some seconds, and the undo of a publication (§9.22)', async () => {
    const idea = await calls.publish();
    expect(await undo(idea)).toMatchObject({ status: 409, body: { code: 'UNDO_EXPIRED' } });
    const changed = await change(idea, { status: 'successful' });
    pass(12.001);
    expect(await undo(changed)).toMatchObject({
      status: 409,
      body: { code: 'UNDO_EXPIRED', message: "It's too late to undo this change." },
    });
    expect((await calls.get(idea.id)).body.status).toBe('successful');
  });

  it('refuses an undo to others and without a version, and answers 404 for a deleted idea', async () => {
    const changed = await change(await calls.publish(), { status: 'successful' });
    expect((await undo(changed, calls.two)).status).toBe(403);
    expect((await undo(changed, calls.customer)).status).toBe(403);
    const path = `/api/trade-ideas/${changed.id}/undo`;
    expect((await calls.test.call('POST', path, { token: calls.one })).status).toBe(400);
    await calls.remove(changed.id);
    expect((await undo(changed)).status).toBe(404);
  });

  it('allows to change an undone idea and to undo that again', async () => {
    const idea = await calls.publish();
    for (const status of ['successful', 'unsuccessful', 'successful']) {
      const changed = await change(idea, { status });
      expect((await undo(changed)).body).toMatchObject({ status: 'active', closed_at: null });
    }
    // A fourth undone close would go on showing a result that counts nowhere.
    const changed = await change(idea, { status: 'successful' });
    expect((await undo(changed)).body).toMatchObject({ code: 'UNDO_EXPIRED' });
    const other = await change(idea, { notes: 'A typo' });
    expect((await undo(other)).status).toBe(200);
    expect((await calls.get(idea.id)).body).toMatchObject({ status: 'successful' });
  });

  it.each([
    ['a reopening hides', { status: 'active' }],
    ['another result shows', { status: 'successful', result_level: 'exit_3' }],
  ])('allows to undo three times what %s a result, not more often', async (_what, changes) => {
    const idea = await change(await calls.publish(), {
      status: 'unsuccessful',
      result_level: 'invalidation_level',
    });
    for (let time = 0; time < 3; time++)
      expect((await undo(await change(idea, changes))).body).toMatchObject({ status: 'unsuccessful' });
    expect((await undo(await change(idea, changes))).body).toMatchObject({ code: 'UNDO_EXPIRED' });
    expect((await calls.get(idea.id)).body).toMatchObject(changes);
  });
});

describe('news', () => {
  it('does not list an undone change in the news', async () => {
    const idea = await calls.publish();
    const bookmark = { is_bookmarked: true, note: '' };
    await calls.test.call('PUT', `/api/bookmarks/${idea.id}`, { token: calls.customer, body: bookmark });
    const readNews = async () => {
      const { body } = await calls.test.call<NewsItem[]>('GET', '/api/news', { token: calls.customer });
      return body.filter((item): item is IdeaNews => item.kind !== 'message' && item.idea.id === idea.id);
    };
    pass(60);
    const slip = await change(idea, { status: 'unsuccessful' });
    expect((await readNews()).map(({ kind }) => kind)).toContain('closed');
    pass(5);
    await undo(slip);
    expect((await readNews()).map(({ kind }) => kind)).toEqual(['published']);
  });
});
