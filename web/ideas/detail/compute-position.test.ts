import { describe, expect, it } from 'vitest';
import { formatGrouped, formatMoney } from '../../shared/amounts.ts';
import { computePosition, defaultLotSize } from './compute-position.ts';

const typed = { account: '10,000.0', riskPercent: '1 %', entry: '1.0842', stop: '1.0755', lot: '' };

describe('computePosition', () => {
  it('accepts grouped amounts and a percent sign', () => {
    const { size } = computePosition(typed);
    expect(size && formatGrouped(size.units)).toBe('11,494');
    expect(size && formatMoney(size.moneyAtRisk)).toBe('100.00');
  });

  it('returns no error for an empty field', () => {
    const { size, readings } = computePosition({ ...typed, account: ' ' });
    expect(size).toBeNull();
    expect(readings.account).toBeUndefined();
  });

  it.each([
    ['account', 'a lot'],
    ['account', '-5'],
    ['riskPercent', '0'],
    ['riskPercent', '101'],
    ['account', '10,000'],
    ['account', '10.000'],
    ['riskPercent', '12,5,1'],
    ['entry', '1,084'],
    ['stop', 'none'],
  ] as const)('returns an error and no size for %s %j', (field, text) => {
    const { size, readings } = computePosition({ ...typed, [field]: text });
    expect(size).toBeNull();
    expect(readings[field]).toHaveProperty('error');
  });

  it('reads a comma as the decimal mark, and never takes a percentage for thousands', () => {
    const { readings } = computePosition({ ...typed, account: '1,5', riskPercent: '1,5', entry: '1,0842' });
    expect(readings).toMatchObject({
      account: { value: '1.5' },
      riskPercent: { value: '1.5' },
      entry: { value: '1.0842' },
    });
    const { readings: small } = computePosition({ ...typed, riskPercent: '1.500' });
    expect(small.riskPercent).toEqual({ value: '1.5' });
  });

  it.each([
    ['Forex', 'EUR/USD', '100000'],
    ['Forex', 'usd/jpy', '100000'],
    ['Forex', 'XAU/USD', '100'],
    ['Forex', 'XAG/USD', '5000'],
    ['Forex', 'WTI/USD', '1000'],
    ['Forex', 'EURCAD', '100000'],
    ['Forex', 'GBP-NZD', '100000'],
    ['Forex', 'EUR / USD', '100000'],
    ['Forex', 'SGD/JPY', '100000'],
    ['Forex', 'XAUUSD', '100'],
    ['Forex', 'XBR/USD', '1000'],
    ['Forex', 'EURSTOXX', '1'],
    ['Forex', 'US30', '1'],
    ['Forex', 'SPX/USD', '1'],
    ['Crypto', 'BTC/USD', ''],
  ] as const)('in %s, a lot of %s has %j units', (market, pair, units) => {
    expect(defaultLotSize(market, pair)).toBe(units);
  });

  it.each([
    ['100000', '0.11'],
    ['100,000.0', '0.11'],
    ['10000', '1.14'],
    ['2000000', '0'],
  ])('rounds lots of %s units down to micro lots', (lot, lots) => {
    expect(computePosition({ ...typed, lot }).lots?.toFixed()).toBe(lots);
  });

  it('reports entry and invalidation at the same price', () => {
    expect(computePosition({ ...typed, stop: '1.08420' })).toMatchObject({ size: null, isSamePrice: true });
  });
});
