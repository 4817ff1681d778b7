import { asc } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepFirstLevels } from '../../contract/ideas/idea-history.ts';
import { describeResult } from '../../contract/ideas/idea-result.ts';
import { buildIdeaTimelines, type IdeaTimeline } from '../../contract/ideas/idea-timeline.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import type { Levels } from '../../contract/ideas/levels.ts';
import type { IdeaChanges } from '../../contract/publishing/idea-writing.ts';
import type { TrackRecord } from '../../contract/record/track-record.ts';
import { ideaRevisions } from '../database/schema.ts';
import { startIdeaCalls } from '../testing/idea-calls.ts';

const MINUTE_MS = 60_000;
let now = new Date('2026-11-22T10:00:00.000Z');
const calls = startIdeaCalls({ clock: () => now });

const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE_MS);
};
const change = async (id: string, changes: IdeaChanges) => (await calls.put(id, changes)).body;

describe('closed_at', () => {
  it('sets closed_at when an idea is closed, keeps it when the status is corrected, and removes it by a reset (§3.1)', async () => {
    const { id, closed_at } = await calls.publish();
    expect(closed_at).toBeNull();
    pass(60);
    const closed = now.toISOString();
    expect((await change(id, { status: 'successful' })).closed_at).toBe(closed);
    pass(60);
    expect((await change(id, { lesson: 'Wait for the retest.' })).closed_at).toBe(closed);
    expect((await change(id, { status: 'unsuccessful' })).closed_at).toBe(closed);
    expect((await change(id, { status: 'pending' })).closed_at).toBeNull();
    pass(60);
    expect((await change(id, { status: 'invalid' })).closed_at).toBe(now.toISOString());
    expect((await calls.get(id)).body.closed_at).toBe(now.toISOString());
  });
});

describe('the plan', () => {
  it('keeps the plan where levels are changed together with the close', async () => {
    const { id, exit_1 } = await calls.publish();
    pass(1);
    const closed = await change(id, { status: 'successful', exit_1: '1.0860' });
    expect(closed).toMatchObject({ exit_1: '1.0860', plan: { exit_1 } });
  });

  it('changes the plan with the levels for five minutes, then keeps what was published', async () => {
    const { id } = await calls.publish({ invalidation_level: '1.0700' });
    pass(5);
    expect((await change(id, { invalidation_level: '1.0755' })).plan).toBeNull();
    pass(1);
    expect((await change(id, { notes: 'No level changes.' })).plan).toBeNull();
    const moved = await change(id, { invalidation_level: '1.0800', exit_3: null });
    expect(moved.plan).toMatchObject({ invalidation_level: '1.0755', exit_3: '1.1060' });
    expect((await change(id, { invalidation_level: '1.0820' })).plan).toEqual(moved.plan);
  });
});

describe('what an idea is about', () => {
  const later = 'Fixed five minutes after publishing, and by closing.';
  const rewritten = { pair: 'DOGE/USDT', market_type: 'Crypto', idea_type: 'Exchange' } as const;
  const refused = { pair: later, market_type: later, idea_type: later };

  it('locks the orientation at once', async () => {
    const idea = await calls.publish();
    const answer = await calls.put(idea.id, { order_type: 'SELL', notes: 'Turned' });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'INVALID_REQUEST',
        fields: { order_type: 'Fixed at publishing. You can delete this idea and publish it anew.' },
      },
    });
    expect(await calls.findRow(idea.id)).toEqual(idea);
    expect((await calls.put(idea.id, { order_type: 'BUY', notes: 'Same' })).status).toBe(200);
  });

  it('locks pair, market and type five minutes after publishing', async () => {
    const { id } = await calls.publish();
    pass(5);
    expect(await change(id, rewritten)).toMatchObject(rewritten);
    pass(0.01);
    const answer = await calls.put(id, { pair: 'EUR/USD', market_type: 'Forex', idea_type: 'Leverage' });
    expect(answer).toMatchObject({ status: 400, body: { fields: refused } });
    expect((await calls.put(id, { ...rewritten, notes: 'The same' })).status).toBe(200);
  });

  it('locks them by a close, and reopening after the five minutes unlocks nothing', async () => {
    const { id } = await calls.publish();
    pass(1);
    await change(id, { status: 'successful' });
    expect((await calls.put(id, rewritten)).body.fields).toEqual(refused);
    pass(10);
    await change(id, { status: 'active' });
    expect((await calls.put(id, rewritten)).body.fields).toEqual(refused);
  });
});

describe('the levels at the close', () => {
  it('keeps them when levels change after the close, until another status is set', async () => {
    const { id } = await calls.publish({ exit_1: '1.0920' });
    pass(60);
    await change(id, { exit_1: '1.0930' });
    expect((await change(id, { status: 'successful', result_level: 'exit_1' })).levels_at_close).toBeNull();
    pass(60);
    expect((await change(id, { lesson: 'Wait for the retest.' })).levels_at_close).toBeNull();
    const changed = await change(id, { exit_1: '1.0990' });
    expect(changed.levels_at_close).toMatchObject({ exit_1: '1.0930', exit_3: '1.1060' });
    expect((await change(id, { exit_3: null })).levels_at_close).toEqual(changed.levels_at_close);
    expect((await change(id, { status: 'unsuccessful' })).levels_at_close).toBeNull();
    expect((await change(id, { exit_1: '1.0940' })).levels_at_close).toMatchObject({ exit_1: '1.0990' });
    expect((await change(id, { status: 'pending' })).levels_at_close).toBeNull();
  });
});

describe('the first levels', () => {
  const exits = { exit_2: null, exit_3: null };
  const corrected = { entry_1: '1.1500', invalidation_level: '1.1490', exit_1: '1.1900' };
  const publishCorrected = async (minutes: number) => {
    const { id } = await calls.publish({
      entry_1: '1.2000',
      invalidation_level: '1.1900',
      exit_1: '1.2100',
      ...exits,
    });
    await change(id, corrected);
    pass(minutes);
    return change(id, { status: 'successful', result_level: 'exit_1' });
  };

  it('stay with an idea that closed just after it was corrected: its result is the range of the track record', async () => {
    const closed = await publishCorrected(1);
    expect(closed.first_levels).toMatchObject({ entry_1: '1.2000', exit_1: '1.2100' });
    expect(describeResult(closed)).toMatchObject({ r: '−1R to +40R', tone: 'even' });
    const { body } = await calls.test.call<TrackRecord[]>('GET', '/api/performance?educatorId=1', {
      token: calls.customer,
    });
    const entry = body[0]?.entries.find(({ idea_id }) => idea_id === closed.id);
    expect(entry?.r?.exit_1).toEqual({ low: '-1', high: '40' });
    expect((await calls.undo(closed.id, closed.version)).body.first_levels).toBeNull();
  });

  it('go with a plan that stood for more than five minutes', async () => {
    const closed = await publishCorrected(6);
    expect(closed.first_levels).toBeNull();
    expect(describeResult(closed)).toMatchObject({ r: '+40R', tone: 'win' });
  });
});

const statuses = fc.constantFrom('active', 'pending', 'successful', 'unsuccessful', 'invalid');
const levels = fc
  .record(
    {
      entry_1: fc.constantFrom('1.0840', '1.0850'),
      invalidation_level: fc.constantFrom('1.0755', '1.0760'),
      exit_2: fc.constantFrom(null, '1.1000', '1.1010'),
    },
    { requiredKeys: [] },
  )
  .filter((changes) => Object.keys(changes).length > 0);
const steps = fc
  .array(
    fc.record({
      minutes: fc.constantFrom(1, 2, 4, 10),
      isUndone: fc.boolean(),
      changes: fc.oneof(
        levels,
        levels.chain((changes) =>
          fc.record({ status: statuses }).map((status) => ({ ...changes, ...status })),
        ),
        fc.record({ status: statuses }),
      ),
    }),
    { minLength: 1, maxLength: 6 },
  )
  // A fourth undone result is refused.
  .filter((history) => history.filter(({ isUndone }) => isUndone).length <= 3);

const readLedger = async () => {
  const rows = await calls.test.database.db.select().from(ideaRevisions).orderBy(asc(ideaRevisions.number));
  return new Map(buildIdeaTimelines(rows).map((line) => [line.idea_id, line]));
};

const pickLevels = (from: Levels) => {
  const { order_type, entry_1, entry_2, invalidation_level, exit_1, exit_2, exit_3 } = from;
  return { order_type, entry_1, entry_2, invalidation_level, exit_1, exit_2, exit_3 };
};

const expectSamePlan = (idea: TradeIdea, timeline: IdeaTimeline) => {
  expect(idea.closed_at).toBe(timeline.end?.closed_at ?? null);
  expect(pickLevels(idea.plan ?? idea)).toEqual(pickLevels(timeline.published));
  expect(idea.first_levels).toEqual(keepFirstLevels(timeline));
};
const expectSameClose = (idea: TradeIdea, timeline: IdeaTimeline) =>
  expect(pickLevels(idea.levels_at_close ?? idea)).toEqual(
    pickLevels(timeline.end?.levels ?? timeline.state),
  );

describe('any history of changes', () => {
  it('agrees with the ledger about times and levels', async () => {
    const ids: string[] = [];
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const { id } = await calls.publish();
        ids.push(id);
        let version = 1;
        for (const { minutes, changes, isUndone } of history) {
          pass(minutes);
          const changed = await calls.put(id, changes);
          expect(changed.status).toBe(200);
          const hasEffect = changed.body.version > version;
          version = changed.body.version;
          if (!isUndone || !hasEffect) continue;
          expect((await calls.undo(id, version)).status).toBe(200);
          version++;
        }
      }),
      { numRuns: 25 },
    );
    const ledger = await readLedger();
    for (const id of ids) {
      const { body } = await calls.get(id);
      expectSamePlan(body, ledger.get(id)!);
      expectSameClose(body, ledger.get(id)!);
    }
  });
});
