import { describe, expect, it } from 'vitest';
import { completedRow } from '../record/completed-rows.fixture.ts';
import { type IdeaFilter, isListed } from './idea-lists.ts';
import { ideaRow } from './idea-row.fixture.ts';
import { completedStatuses, ideaStatuses } from './ideas.ts';

const history: IdeaFilter = { market: 'Forex', ideaType: 'Leverage', state: 'completed' };

describe('isListed', () => {
  it('lists every status of its state', () => {
    const listed = (state: IdeaFilter['state']) =>
      ideaStatuses.filter((status) => isListed(ideaRow({ status }), { state }));
    expect(listed('completed')).toEqual(completedStatuses);
    expect(listed('active')).toEqual(['active', 'pending', 'invalid']);
    expect(listed(undefined)).toEqual(ideaStatuses);
  });

  it('lists only ideas of the market, the idea type and the educator', () => {
    expect(isListed(completedRow(1), history)).toBe(true);
    expect(isListed(completedRow(1, { market_type: 'Crypto' }), history)).toBe(false);
    expect(isListed(completedRow(1, { idea_type: 'Exchange' }), history)).toBe(false);
    expect(isListed(completedRow(1), { ...history, educatorId: '4' })).toBe(false);
  });

  it('lists the hidden educator only when that educator is requested', () => {
    const hidden = completedRow(1, { educator_id: '9' });
    expect(isListed(hidden, history)).toBe(false);
    expect(isListed(hidden, {})).toBe(false);
    expect(isListed(hidden, { educatorId: '9' })).toBe(true);
  });

  it('lists a completed S&P 500 pair under Forex and an active one under its own market', () => {
    const index = completedRow(1, { pair: 'SPX/USDT', market_type: 'Crypto', status: 'failure' });
    expect(isListed(index, history)).toBe(true);
    expect(isListed(index, { ...history, market: 'Crypto' })).toBe(false);
    const active = { ...index, status: 'active' as const };
    expect(isListed(active, { market: 'Crypto', state: 'active' })).toBe(true);
  });

  it('filters by pair and result', () => {
    const lost = completedRow(1, { status: 'failure' });
    expect(isListed(lost, { ...history, pair: 'eurusd', result: 'unsuccessful', educatorId: '3' })).toBe(
      true,
    );
    expect(isListed(lost, { ...history, pair: 'gbp' })).toBe(false);
    expect(isListed(lost, { ...history, result: 'successful' })).toBe(false);
    expect(isListed(completedRow(1, { status: 'completed' }), { ...history, result: 'successful' })).toBe(
      false,
    );
  });
});
