import { describe, expect, it } from 'vitest';
import { formatHistoryFilter, isFiltered, parseHistoryFilter } from './history-filter.ts';

describe('the history filter in the URL', () => {
  it('formats and parses the history filter in the URL without loss', () => {
    const filter = { educatorId: '3', result: 'unsuccessful', pair: 'eur/usd & co' } as const;
    expect(parseHistoryFilter(formatHistoryFilter(filter))).toEqual(filter);
  });

  it('drops unknown and empty parameters', () => {
    expect(parseHistoryFilter('educator=x&result=completed&pair=%20&other=1')).toEqual({});
    expect(parseHistoryFilter(`pair=${'x'.repeat(50)}`).pair).toHaveLength(30);
    expect(formatHistoryFilter({ pair: '  ' })).toBe('');
    expect(formatHistoryFilter({ educatorId: '3' }, 'topic=entry&pair=eur')).toBe('?topic=entry&educator=3');
    expect(isFiltered({})).toBe(false);
    expect(isFiltered({ educatorId: '1' })).toBe(true);
  });
});
