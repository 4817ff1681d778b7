import { describe, expect, it } from 'vitest';
import { ideaRow } from '../../contract/ideas/idea-row.fixture.ts';
import { glossary } from '../glossary/glossary.ts';
import { toIdea } from '../ideas/idea-model.ts';
import { findEntries, listPages, listTermEntries, type SearchEntry, toIdeaEntry } from './search-entries.ts';

const entry = (label: string, detail = '', words = ''): SearchEntry => ({
  id: label,
  icon: 'chart',
  label,
  detail,
  words,
  href: '/',
});
const entries = [
  entry('GBP/EUR', 'Bullish · 1H · Zoë Moreau', 'GBPEUR'),
  entry('EUR/USD', 'Bearish · 4H · Ada Wren', 'EURUSD'),
  entry('Привет'),
];
const find = (query: string) => findEntries(entries, query).map(({ label }) => label);

describe('the search', () => {
  it.each([
    ['eurusd', ['EUR/USD']],
    ['EUR-usd', ['EUR/USD']],
    ['eur', ['EUR/USD', 'GBP/EUR']],
    ['eur 1h', ['GBP/EUR']],
    ['zoe', ['GBP/EUR']],
    ['wren bear', ['EUR/USD']],
    ['при', ['Привет']],
    ['usdeur', []],
    ['  ', entries.map(({ label }) => label)],
    ['/', entries.map(({ label }) => label)],
  ])('finds for %j the entries %j', (query, labels) => expect(find(query)).toEqual(labels));

  it.each([
    ['BTC/USDT', 'xbt'],
    ['XBT/USD', 'btcusd'],
    ['XAU/USD', 'gold'],
    ['GOLD', 'xau'],
  ])('finds the idea of %s by %s', (pair, query) => {
    expect(findEntries([toIdeaEntry(toIdea(ideaRow({ pair })))], query)).toHaveLength(1);
  });

  it('offers the pages of one role: an educator’s own, and the track record of educators who have one', () => {
    const labels = (reader: Parameters<typeof listPages>[0]) => listPages(reader).map(({ label }) => label);
    expect(labels({ role: 'customer', educatorId: null })).not.toContain('My Trade Ideas');
    expect(labels({ role: 'educator', educatorId: '1' }).slice(0, 5)).toEqual([
      'Dashboard',
      'New Idea',
      'My Trade Ideas',
      'Chat',
      'Track record',
    ]);
  });

  it.each([
    ['draw', 'Drawdown'],
    ['take profit', 'Exit'],
    ['stop loss', 'Invalidation level'],
  ])('finds for %j the term %s of the glossary first', (query, label) => {
    expect(findEntries(listTermEntries(glossary), query)[0]?.label).toBe(label);
  });
});
