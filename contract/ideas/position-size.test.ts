import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionSize } from './position-size.ts';

const computeSize = (account: string, riskPercent: string, entry: string, stop: string) => {
  const size = positionSize({ account, riskPercent, entry, stop });
  return (
    size && {
      money: size.moneyAtRisk.toFixed(),
      units: size.units.toFixed(),
      value: size.value.toFixed(),
    }
  );
};

describe('position size', () => {
  it('divides the amount at risk by the distance to the stop', () => {
    expect(computeSize('10000', '1', '1.0842', '1.0755')).toEqual({
      money: '100',
      units: '11494',
      value: '12461.7948',
    });
    expect(computeSize('10000', '0.5', '64250.5', '65900')).toEqual({
      money: '50',
      units: '0.030312',
      value: '1947.561156',
    });
    expect(computeSize('250.75', '2', '0.00000812', '0.00000764')?.units).toBe('10447916');
  });

  it('returns the same size on either side of the entry', () => {
    expect(computeSize('5000', '1', '100', '98')?.units).toBe(computeSize('5000', '1', '100', '102')?.units);
  });

  it('returns null when entry and stop are equal, however they are written', () => {
    expect(computeSize('10000', '1', '1.20', '1.2')).toBeNull();
  });

  const decimal = fc
    .tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 0, max: 8 }))
    .map(([digits, places]) => new Big(digits).div(new Big(10).pow(places)).toFixed());
  const input = fc
    .record({ account: decimal, riskPercent: decimal, entry: decimal, stop: decimal })
    .filter(({ entry, stop }) => !new Big(entry).eq(stop));

  it('never loses more than the amount at risk, and uses all of it but a ten-thousandth or one unit', () => {
    fc.assert(
      fc.property(input, (given) => {
        const { units, riskPerUnit, moneyAtRisk } = positionSize(given)!;
        const loss = units.times(riskPerUnit);
        expect(loss.lte(moneyAtRisk)).toBe(true);
        const slack = units.gte(1000) ? riskPerUnit : moneyAtRisk.times('0.0001');
        expect(moneyAtRisk.minus(loss).lte(slack)).toBe(true);
      }),
    );
  });

  it('risks exactly the percentage, however small', () => {
    fc.assert(
      fc.property(input, (given) => {
        const { moneyAtRisk } = positionSize(given)!;
        expect(moneyAtRisk.times(100).eq(new Big(given.account).times(given.riskPercent))).toBe(true);
      }),
    );
  });

  it('does not return a larger size when the stop moves further away', () => {
    fc.assert(
      fc.property(input, decimal, (given, further) => {
        const stop = new Big(given.stop);
        const away = stop.gt(given.entry) ? stop.plus(further) : stop.minus(further);
        const far = positionSize({ ...given, stop: away.toFixed() })!;
        expect(far.units.lte(positionSize(given)!.units)).toBe(true);
      }),
    );
  });
});
