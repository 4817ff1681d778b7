import { describe, expect, it } from 'vitest';
import { btcUsdExample } from '../../contract/ideas/example-levels.ts';
import { ideaRow } from '../../contract/ideas/idea-row.fixture.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { toIdea } from '../ideas/idea-model.ts';
import type { TermSlug } from './glossary.ts';
import { describeOwnNumbers } from './own-numbers.ts';

const untouched = { account: '', riskPercent: '1' };
const describeIdea = (slug: TermSlug, changes: Partial<TradeIdea> = {}, account = untouched) =>
  describeOwnNumbers(slug, toIdea(ideaRow(changes)), account).join(' ');

describe('the numbers of an idea in its definitions', () => {
  it.each([
    ['risk', 'Risk is 1.0842 − 1.0755 = 0.0087. With $10,000 and 1% at risk, 1R is $100.'],
    [
      'r',
      '1R is 1.0842 − 1.0755 = 0.0087. Exit 1 at 1.0921 is 0.9R, exit 2 at 1.0985 is 1.6R, exit 3 at 1.1062 is 2.5R. With $10,000 and 1% at risk, 1R is $100.',
    ],
    ['risk-reward', 'The risk is 0.0087 and the last exit is 0.022 away, so risk/reward is 1 : 2.5.'],
    ['invalidation', 'Here it is 1.0755, 0.0087 from entry 1. If price breaks below it, the idea is wrong.'],
    [
      'exit',
      'Measured from entry 1, exit 1 at 1.0921 is 0.9R, exit 2 at 1.0985 is 1.6R, exit 3 at 1.1062 is 2.5R.',
    ],
    ['second-entry', 'Here it is 1.0811, 0.0031 from entry 1.'],
    ['position-size', 'With $10,000 and 1% at risk: $100 ÷ 0.0087 = 11,494 EUR.'],
    ['leverage', 'With $10,000 and 1% at risk, this position is worth 12,461.79 USD: 1.2 times the account.'],
    ['baseline-chance', 'Exit 1 is 0.91R away here: 1 ÷ (1 + 0.91) is about 52%.'],
    ['bullish', 'This idea expects price to rise from 1.0842 to 1.0921.'],
  ] as const)('describes the idea for %s: %s', (slug, text) => expect(describeIdea(slug)).toBe(text));

  it('says what an equal share at each exit makes', () => {
    expect(describeIdea('scaling-out')).toMatch(
      /An equal share at each would make 1[.]7R if all are reached[.]$/,
    );
    expect(describeIdea('scaling-out', { exit_2: null, exit_3: null })).toMatch(/one exit/);
  });

  it('describes a bearish idea in the other direction', () => {
    const bearish = { ...btcUsdExample, pair: 'BTC/USD' };
    expect(describeIdea('r', bearish)).toMatch(/^1R is 65900 − 64250[.]5 = 1649[.]5[.]/);
    expect(describeIdea('invalidation', bearish)).toMatch(/breaks above it/);
    expect(describeIdea('bearish', bearish)).toBe('This idea expects price to fall from 64250.5 to 61800.');
  });

  it('uses the account that was typed into the calculator, in the quote currency', () => {
    const account = { account: '2,500.00', riskPercent: '0.5' };
    expect(describeIdea('risk', { pair: 'EUR/JPY' }, account)).toMatch(
      /With 2,500 JPY and 0[.]5% at risk, 1R is 12[.]5 JPY[.]$/,
    );
  });

  it('uses the example for an account that cannot be read', () => {
    const account = { account: 'a lot', riskPercent: '250' };
    expect(describeIdea('risk', {}, account)).toMatch(/With \$10,000 and 1% at risk/);
  });

  it('measures R with the published plan after the invalidation level was moved', () => {
    const { order_type, entry_1, entry_2, invalidation_level, exit_1, exit_2, exit_3 } = ideaRow();
    const plan = { order_type, entry_1, entry_2, invalidation_level, exit_1, exit_2, exit_3 };
    const moved = { plan, invalidation_level: '1.0800' };
    expect(describeIdea('risk', moved)).toMatch(/^Risk is 1[.]0842 − 1[.]0755 = 0[.]0087[.]/);
    expect(describeIdea('invalidation', moved)).toBe(
      'Here it is 1.0800, moved from 1.0755. If price breaks below it, the idea is wrong. It is still shown as −1R: 1R is locked at 1.0842 − 1.0755 = 0.0087.',
    );
    expect(describeIdea('entry', { plan, entry_1: '1.0850' })).toBe(
      'Entry 1 is 1.0850 here, moved from 1.0842. Risk and R are still measured from 1.0842.',
    );
    expect(describeIdea('invalidation', { plan, entry_1: '1.0850' })).toMatch(
      /^Here it is 1[.]0755[.] .* 1R is locked at 1[.]0842 − 1[.]0755 = 0[.]0087[.]$/,
    );
  });

  it('returns nothing where the idea has no R, and for terms without numbers', () => {
    expect(describeIdea('risk', { invalidation_level: '1.0900' })).toBe('');
    expect(describeIdea('liquidity')).toBe('');
    expect(describeIdea('second-entry', { entry_2: null })).toBe('');
  });
});
