import { describe, expect, it } from 'vitest';
import { ideaRow } from '../../../contract/ideas/idea-row.fixture.ts';
import { ideaStatuses, type TradeIdea } from '../../../contract/ideas/ideas.ts';
import { toIdea } from '../../ideas/idea-model.ts';
import { formatFilter, parseFilter } from '../../shared/hooks/use-address-filter.ts';
import { matchesFilter, tableFilter } from './my-trade-ideas-filter.ts';

describe('the filter of the table in the address', () => {
  it('formats and parses the filter of the table without loss', () => {
    const filter = { status: 'active', market: 'Crypto', type: 'Exchange', pair: 'btc/usd & co' } as const;
    expect(parseFilter(tableFilter, formatFilter(filter))).toEqual(filter);
  });

  it('drops unknown and empty values', () => {
    expect(parseFilter(tableFilter, 'status=open&market=forex&type=x&pair=%20&other=1')).toEqual({});
  });
});

describe('matchesFilter', () => {
  const matching = (search: string, rows: Partial<TradeIdea>[]) =>
    rows
      .map((row) => toIdea(ideaRow(row)))
      .filter((idea) => matchesFilter(idea, parseFilter(tableFilter, search)))
      .map(({ pair, status }) => [pair, status].join(' '));

  it('treats pending ideas as active, and legacy values as what they mean', () => {
    const rows = ideaStatuses.map((status) => ({ pair: 'X', status }));
    expect(matching('status=active', rows)).toEqual(['X active', 'X pending']);
    expect(matching('status=successful', rows)).toEqual(['X successful', 'X success']);
    expect(matching('status=unsuccessful', rows)).toEqual(['X unsuccessful', 'X failure']);
    expect(matching('status=invalid', rows)).toEqual(['X invalid']);
    expect(matching('', rows)).toHaveLength(ideaStatuses.length);
  });

  it('combines market, type and a pair without case and separators', () => {
    const rows: Partial<TradeIdea>[] = [
      { pair: 'EUR/USD', market_type: 'Forex', idea_type: 'Leverage' },
      { pair: 'eur-usd', market_type: 'Forex', idea_type: 'Exchange' },
      { pair: 'EURUSDT', market_type: 'Crypto', idea_type: 'Leverage' },
    ];
    expect(matching('pair=eur.usd', rows)).toHaveLength(3);
    expect(matching('pair=eurusd&market=Forex', rows)).toEqual(['EUR/USD active', 'eur-usd active']);
    expect(matching('pair=eurusd&market=Forex&type=Exchange', rows)).toEqual(['eur-usd active']);
    expect(matching('pair=gbp', rows)).toEqual([]);
  });
});
