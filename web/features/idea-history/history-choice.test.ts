import { describe, expect, it } from 'vitest';
import { formatChoice, isNarrowed, parseChoice } from './history-choice.ts';

describe('the choice in the address', () => {
  it('comes back as it was written', () => {
    const choice = { educatorId: '3', result: 'unsuccessful', pair: 'eur/usd & co' } as const;
    expect(parseChoice(formatChoice(choice))).toEqual(choice);
  });

  it('leaves out what means nothing', () => {
    expect(parseChoice('educator=x&result=completed&pair=%20&other=1')).toEqual({});
    expect(parseChoice(`pair=${'x'.repeat(50)}`).pair).toHaveLength(30);
    expect(formatChoice({ pair: '  ' })).toBe('');
    expect(isNarrowed({})).toBe(false);
    expect(isNarrowed({ educatorId: '1' })).toBe(true);
  });
});
