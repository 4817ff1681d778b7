import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { idempotencyKeys, tradeIdeas } from '../database/schema.ts';
import { startIdeaCalls } from '../testing/idea-calls.ts';
import { ideaInput } from '../testing/test-app.ts';

const calls = startIdeaCalls();

describe('POST /api/trade-ideas', () => {
  it("returns the stored row with the server's author, id and times (§3.1, §5.6, §7.13)", async () => {
    const set = { educator_id: '2', created_by: randomUUID(), id: randomUUID(), version: 9 };
    for (const [key, value] of Object.entries(set)) {
      const { status, body } = await calls.post({ ...ideaInput(), [key]: value });
      expect([status, body.fields]).toEqual([400, { [key]: 'Unknown field' }]);
    }
    const answer = await calls.post(ideaInput());
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      educator_id: '1',
      educator_name: 'Educator One',
      status: 'active',
      version: 1,
    });
    expect(answer.body.created_by).toBe(calls.test.people.educator1.id);
    expect(await calls.findRow(answer.body.id)).toEqual(answer.body);
  });

  it('stores prices as typed, including trailing zeros and twelve decimals', async () => {
    const idea = await calls.publish({
      entry_1: '1.0800',
      entry_2: '',
      invalidation_level: '0.000000000812',
      exit_1: '64250.5',
      exit_2: null,
      exit_3: null,
    });
    expect(idea).toMatchObject({
      entry_1: '1.0800',
      entry_2: null,
      invalidation_level: '0.000000000812',
      exit_1: '64250.5',
    });
    expect(await calls.findRow(idea.id)).toEqual(idea);
  });

  it("returns SPEC's message and every missing field", async () => {
    const answer = await calls.post({ pair: ' ', entry_1: '1.08' });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe('Please fill in all required fields');
    expect(Object.keys(answer.body.fields ?? {}).toSorted()).toEqual([
      'exit_1',
      'invalidation_level',
      'pair',
      'time_frame',
    ]);
  });

  it.each(['1,0842', '64,250.5', '64.250,5'])('reports the price %s at its field', async (entry_1) => {
    const answer = await calls.post(ideaInput({ entry_1 }));
    expect(answer.body).toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'Please check all required fields and try again.',
      fields: { entry_1: 'Use a decimal point, e.g. 1.0842' },
    });
  });

  it.each([
    ['an unknown order type', { order_type: 'HOLD' }],
    ['an unknown market', { market_type: 'Stocks' }],
    ['a pair that is too long', { pair: 'X'.repeat(31) }],
    ['notes that are too long', { notes: 'x'.repeat(5001) }],
    ['a list for a pair', { pair: ['EUR/USD'] }],
    ['a number for a price', { entry_1: 1.08 }],
    ['a script link', { video_url: 'javascript:alert(1)' }],
  ])('rejects %s', async (_case, change) => {
    const answer = await calls.post({ ...ideaInput(), ...change });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toEqual(Object.keys(change));
  });

  it('drops a NUL and replaces a lone surrogate', async () => {
    const { status, body } = await calls.post(ideaInput({ pair: 'EUR\0/USD', notes: 'a\0b\ud800c' }));
    expect([status, body]).toMatchObject([201, { pair: 'EUR/USD', notes: 'ab\ufffdc' }]);
  });

  it('rejects broken JSON, other content types and large bodies', async () => {
    expect((await calls.post('{"pair":')).status).toBe(400);
    expect((await calls.post('pair=x', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await calls.post({ ...ideaInput(), more: 'x'.repeat(70_000) })).status).toBe(413);
  });

  it('rejects __proto__', async () => {
    const answer = await calls.post(
      '{"pair":"EUR/USD","time_frame":"4H","entry_1":"1","invalidation_level":"0.9","exit_1":"2","notes":"a\\ud800b","__proto__":{"polluted":true}}',
    );
    expect(answer.body.code).toBe('MALFORMED_REQUEST');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('creates one idea for retries with the same key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const [first, second] = await Promise.all([
      calls.post(ideaInput({ notes: key['idempotency-key'] }), key),
      calls.post(ideaInput({ notes: key['idempotency-key'] }), key),
    ]);
    const third = await calls.post(ideaInput({ notes: key['idempotency-key'] }), key);
    expect([first?.status, second?.status, third.status]).toEqual([201, 201, 201]);
    expect(new Set([first?.body.id, second?.body.id, third.body.id]).size).toBe(1);
    const rows = await calls.test.database.db
      .select()
      .from(tradeIdeas)
      .where(eq(tradeIdeas.notes, key['idempotency-key']));
    expect(rows).toHaveLength(1);
    // Nor is anybody notified twice.
    const { rows: told } = await calls.test.database.db.execute(sql`
      select (select count(*)::int from feed_events where entity_id = ${third.body.id}) as events,
        (select count(*)::int from idea_revisions where idea_id = ${third.body.id}) as revisions,
        (select count(*)::int from push_notifications where idea_id = ${third.body.id}) as notifications`);
    expect(told).toEqual([{ events: 1, revisions: 1, notifications: 1 }]);
    expect(third.body).toEqual(await calls.findRow(third.body.id));
  });

  it('rejects a different body under a used key, and separates keys by educator', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await calls.post(ideaInput(), key);
    const other = await calls.post(ideaInput({ pair: 'GBP/USD' }), key);
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await calls.post(ideaInput(), key, calls.two)).status).toBe(201);
    const kept = await calls.test.database.db
      .select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.key, key['idempotency-key']));
    expect(kept).toHaveLength(2);
  });
});
