import { describe, expect, it } from 'vitest';
import { buildLedger } from '../../contract/record/record-story.fixture.ts';
import {
  type ClosedFilter,
  type ClosedIdea,
  describeWeek,
  groupByWeek,
  listClosedIdeas,
  matchesClosed,
  nameWeek,
} from './results-by-week.ts';

const DAY = 24 * 60;
const won = { status: 'successful', result_level: 'exit_1' };
const lost = { status: 'unsuccessful', result_level: 'invalidation_level' };

const readIds = (ideas: readonly ClosedIdea[]) => ideas.map(({ idea_id }) => idea_id);

describe('the closed ideas', () => {
  it('come by their last close, newest first, without open, reopened and open deleted ones', () => {
    const ledger = buildLedger();
    for (const [minute, id] of ['first', 'reclosed', 'reopened', 'open', 'dropped', 'deleted'].entries())
      ledger.publish(id, minute);
    ledger.change('reclosed', 10, won);
    ledger.change('first', 20, lost);
    ledger.change('reopened', 30, won);
    ledger.change('reopened', 40, { status: 'active', result_level: null });
    ledger.change('reclosed', 50, { status: 'active', result_level: null });
    ledger.change('reclosed', 60, lost);
    ledger.change('deleted', 70, won);
    ledger.remove('deleted', 80);
    ledger.remove('dropped', 90);
    const ideas = listClosedIdeas([ledger.record()]);
    expect(readIds(ideas)).toEqual(['deleted', 'reclosed', 'first']);
    expect(ideas[0]).toMatchObject({ deleted: true, educatorId: '1', educatorName: 'Ada Wren' });
  });

  const story = buildLedger();
  story.publish('gold', 0, { pair: 'XAU/USD' });
  story.publish('coin', 1, { pair: 'BTC/USDT', market_type: 'Crypto', idea_type: 'Exchange' });
  // SPEC §7: a closed S&P 500 pair is reported under Forex.
  story.publish('index', 2, { pair: 'SPX/USDT', market_type: 'Crypto' });
  story.change('gold', 2 * DAY, won);
  story.change('coin', 3 * DAY, lost);
  story.change('index', 9 * DAY, { status: 'unsuccessful' });
  const ideas = listClosedIdeas([story.record()]);

  it.each<[ClosedFilter, string[]]>([
    [{}, ['index', 'coin', 'gold']],
    [{ market: 'Forex' }, ['index', 'gold']],
    [{ market: 'Crypto' }, ['coin']],
    [{ type: 'Exchange' }, ['coin']],
    [{ educator: '2' }, []],
    [{ pair: 'xau' }, ['gold']],
    [{ result: 'reached' }, ['gold']],
    [{ result: 'lost' }, ['coin']],
    [{ result: 'unclear' }, ['index']],
    [{ from: '2026-01-04' }, ['index', 'coin']],
    [{ to: '2026-01-04' }, ['coin', 'gold']],
    [{ from: '2026-01-05', to: '2026-01-07' }, []],
  ])('filtered by %o', (filter, expected) => {
    // Noon everywhere: a day is the reader's own.
    const atNoon = ideas.map((idea) => {
      const at = new Date(idea.closed_at);
      const noon = new Date(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), 12);
      return { ...idea, closed_at: noon.toISOString() };
    });
    expect(readIds(atNoon.filter((idea) => matchesClosed(idea, filter)))).toEqual(expected);
  });
});

describe('a week', () => {
  const closeAt = (...times: Date[]) => {
    const [idea] = (() => {
      const ledger = buildLedger();
      ledger.publish('a', 0);
      ledger.change('a', 10, won);
      return listClosedIdeas([ledger.record()]);
    })();
    return times.map((at): ClosedIdea => ({ ...idea!, closed_at: at.toISOString() }));
  };

  it('begins on Monday in the time zone of the reader', () => {
    const ideas = closeAt(
      new Date(2026, 10, 29, 23, 59),
      new Date(2026, 10, 23, 0, 0),
      new Date(2026, 10, 22, 23, 59),
    );
    expect(groupByWeek(ideas).map(({ ideas: { length } }) => length)).toEqual([2, 1]);
  });

  it.each([
    [new Date(2026, 10, 23), 'This week'],
    [new Date(2026, 10, 16), 'Last week'],
    [new Date(2026, 10, 9), 'Week of the day'],
    // Over the change of the clock in spring and autumn.
    [new Date(2026, 2, 23), 'Week of the day'],
  ])('of %s is named', (monday, name) => {
    expect(nameWeek(monday, new Date(2026, 10, 27, 12), () => 'the day')).toBe(name);
  });

  it('says how many reached exit 1 and what that paid on average', () => {
    const ledger = buildLedger();
    for (const [minute, id] of ['a', 'b', 'c'].entries()) ledger.publish(id, minute);
    ledger.change('a', 10, won);
    ledger.change('b', 20, won);
    ledger.change('c', 30, lost);
    const ideas = listClosedIdeas([ledger.record()]);
    expect(describeWeek(ideas)).toBe('3 closed, 2 reached exit 1, +0.33R on average');
    expect(describeWeek(ideas.slice(0, 1))).toBe('1 closed, 0 reached exit 1, −1.00R');
  });
});
