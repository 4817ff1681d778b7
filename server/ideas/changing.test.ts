import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type IdeaRevision, REVISIONS_PAGE } from '../../contract/ideas/idea-revisions.ts';
import { ideaStatuses } from '../../contract/ideas/ideas.ts';
import { startIdeaCalls } from '../testing/idea-calls.ts';

const calls = startIdeaCalls();

describe('PUT /api/trade-ideas/:id', () => {
  it('changes only the given fields and increments the version (§7.13)', async () => {
    const idea = await calls.publish();
    const answer = await calls.put(idea.id, { invalidation_level: '1.0760' }, { 'if-match': 'W/"1"' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toBe('"2"');
    expect(answer.body).toEqual({
      ...idea,
      invalidation_level: '1.0760',
      version: 2,
      updated_at: answer.body.updated_at,
    });
    expect(await calls.findRow(idea.id)).toEqual(answer.body);
  });

  it('keeps earlier events for readers who resume, unlike the change of a message', async () => {
    const { id } = await calls.publish();
    await calls.put(id, { notes: 'Changed' });
    const { rows } = await calls.test.database.pool.query(
      'select audience from feed_events where entity_id = $1',
      [id],
    );
    expect(rows).toEqual([{ audience: 'everyone' }, { audience: 'everyone' }]);
  });

  it('rejects the second of two concurrent edits with both values', async () => {
    const idea = await calls.publish();
    const [a, b] = await Promise.all([
      calls.put(idea.id, { exit_1: '1.0930' }, { 'if-match': '"1"' }),
      calls.put(idea.id, { exit_1: '1.0940' }, { 'if-match': 'W/"1"' }),
    ]);
    expect([a?.status, b?.status].toSorted()).toEqual([200, 409]);
    const [won, lost] = a?.status === 200 ? [a, b] : [b, a];
    expect(lost?.body).toMatchObject({ code: 'VERSION_CONFLICT', conflict: { current: won?.body } });
    expect((await calls.findRow(idea.id))?.exit_1).toBe(won?.body.exit_1);
  });

  it('rejects other educators, customers and unknown ideas (§1.2, §2.42)', async () => {
    const idea = await calls.publish();
    expect((await calls.put(idea.id, { notes: 'mine now' }, {}, calls.two)).status).toBe(403);
    expect((await calls.put(idea.id, { notes: 'mine now' }, {}, calls.customer)).status).toBe(403);
    expect((await calls.put(randomUUID(), { notes: 'x' })).status).toBe(404);
    expect((await calls.put('not-an-id', { notes: 'x' })).status).toBe(400);
    expect(await calls.findRow(idea.id)).toEqual(idea);
  });

  it('creates no version and no revision without changes', async () => {
    const idea = await calls.publish();
    const answer = await calls.put(idea.id, { notes: idea.notes });
    expect(answer.body).toEqual(idea);
    const revisions = await calls.revisions(idea.id);
    expect(revisions).toHaveLength(1);
  });

  it('accepts every status and stores success and failure under their new names (§4.4, §7.7)', async () => {
    const idea = await calls.publish();
    for (const status of ideaStatuses) {
      const answer = await calls.put(idea.id, { status });
      const expected = { success: 'successful', failure: 'unsuccessful' }[status as string] ?? status;
      expect([answer.status, answer.body.status]).toEqual([200, expected]);
    }
    expect((await calls.put(idea.id, { status: 'won' })).status).toBe(400);
  });

  it('says what is wrong with a field, not that fields are missing', async () => {
    const idea = await calls.publish();
    expect(await calls.put(idea.id, { entry_2: '' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST', fields: { entry_2: expect.stringMatching(/price/i) } },
    });
    expect(await calls.put(idea.id, { order_type: 'LONG', image_urls: 7 })).toMatchObject({
      status: 400,
      body: { fields: { order_type: 'Use one of: BUY, SELL', image_urls: 'Must be of type array' } },
    });
  });

  it('rejects an empty change and a malformed If-Match', async () => {
    const idea = await calls.publish();
    expect(await calls.put(idea.id, {})).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST', message: 'Nothing to change' },
    });
    expect((await calls.put(idea.id, { notes: 'x' }, { 'if-match': '*' })).status).toBe(400);
  });
});

describe('DELETE /api/trade-ideas/:id', () => {
  it('removes the idea from lists and keeps its revisions (§7.6)', async () => {
    const idea = await calls.publish({ pair: 'NZD/CAD' });
    const answer = await calls.remove(idea.id);
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect(await calls.findRow(idea.id)).toBeUndefined();
    expect((await calls.get(idea.id, calls.one)).status).toBe(404);
    const ids = (await calls.list('market=Forex&state=active')).body.map(({ id }) => id);
    expect(ids).not.toContain(idea.id);
    const revisions = await calls.revisions(idea.id);
    expect(revisions.map(({ action }) => action)).toEqual(['created', 'deleted']);
  });

  it('lists the changes of an idea by pages, the newest page first', async () => {
    const idea = await calls.publish();
    const entries = Array.from({ length: REVISIONS_PAGE + 3 }, (_, index) => String(100 + index));
    for (const entry_1 of entries) await calls.put(idea.id, { entry_1 });
    const path = `/api/trade-ideas/${idea.id}/revisions`;
    const getVersions = async (url: string) => {
      const page = await calls.test.call<IdeaRevision[]>('GET', url, { token: calls.customer });
      const next = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
      return { versions: page.body.map(({ version }) => version), next };
    };
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
    const newest = await getVersions(path);
    expect(newest.versions).toEqual(range(5, REVISIONS_PAGE + 4));
    expect(await getVersions(newest.next ?? '')).toEqual({ versions: range(1, 4), next: undefined });
    expect((await calls.test.call('GET', `${path}?cursor=x`, { token: calls.customer })).status).toBe(400);
  });

  it('rejects everyone but the owner', async () => {
    const idea = await calls.publish();
    expect((await calls.remove(idea.id, calls.two)).status).toBe(403);
    expect((await calls.remove(idea.id, calls.customer)).status).toBe(403);
    expect(await calls.findRow(idea.id)).toEqual(idea);
  });
});
