import { describe, expect, it } from 'vitest';
import { ideaRow } from '../../../contract/idea-row.fixture.ts';
import { ideaStatuses, type TradeIdea } from '../../../contract/ideas.ts';
import { toIdea } from '../../entities/idea/idea-model.ts';
import { defaultSort } from './sort-ideas.ts';
import { formatTableQuery, isFiltered, matchesFilter, noFilter, parseTableQuery } from './table-query.ts';

describe('the query string of the table', () => {
  it('formats and parses the query string of the table without loss', () => {
    const query = {
      status: 'active',
      market: 'Crypto',
      ideaType: 'Exchange',
      pair: 'btc/usd & co',
      sort: { by: 'r', descending: false },
    } as const;
    expect(parseTableQuery(formatTableQuery(query))).toEqual(query);
  });

  it('drops unknown and empty values, and cuts a pair that is too long', () => {
    const all = { ...noFilter, sort: defaultSort };
    expect(parseTableQuery('status=open&market=forex&type=x&pair=%20&sort=-age&other=1')).toEqual(all);
    expect(parseTableQuery(`pair=${'x'.repeat(50)}`).pair).toHaveLength(30);
    expect(formatTableQuery({ ...all, pair: '  ' })).toBe('');
  });

  it('counts a query string as filtered without regard to its sorting', () => {
    expect(isFiltered(parseTableQuery('?sort=pair'))).toBe(false);
    expect(isFiltered(parseTableQuery('?sort=pair&status=active'))).toBe(true);
  });
});

describe('matchesFilter', () => {
  const matching = (search: string, rows: Partial<TradeIdea>[]) =>
    rows
      .map((row) => toIdea(ideaRow(row)))
      .filter((idea) => matchesFilter(idea, parseTableQuery(search)))
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
