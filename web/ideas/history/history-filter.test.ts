import { describe, expect, it } from 'vitest';
import { formatFilter, isFiltered, parseFilter } from '../../shared/hooks/use-address-filter.ts';
import { historyFilter } from './history-filter.ts';

describe('the history filter in the URL', () => {
  it('formats and parses the history filter in the URL without loss', () => {
    const filter = { educator: '3', result: 'unsuccessful', pair: 'eur/usd & co' } as const;
    expect(parseFilter(historyFilter, formatFilter(filter))).toEqual(filter);
  });

  it('drops unknown and empty parameters', () => {
    expect(parseFilter(historyFilter, 'educator=x&result=completed&pair=%20&other=1')).toEqual({});
    expect(parseFilter(historyFilter, `pair=${'x'.repeat(50)}`).pair).toHaveLength(30);
    expect(formatFilter({ pair: '  ' })).toBe('');
    expect(formatFilter({ educator: '3', pair: undefined }, 'topic=entry&pair=eur')).toBe(
      '?topic=entry&educator=3',
    );
    expect(isFiltered({})).toBe(false);
    expect(isFiltered({ educator: '1' })).toBe(true);
  });
});
