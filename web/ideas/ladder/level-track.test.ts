import { describe, expect, it } from 'vitest';
import { describeTrack, layoutTrack, placeTrackLabels } from './level-track.tsx';

const levels = {
  order_type: 'BUY',
  entry_1: '110',
  entry_2: '105',
  invalidation_level: '100',
  exit_1: '130',
  exit_2: '150',
  exit_3: null,
} as const;
const positions = (of: Parameters<typeof layoutTrack>[0]) =>
  Object.fromEntries(layoutTrack(of).rungs.map(({ name, y }) => [name, y]));

describe('layoutTrack', () => {
  it('draws levels to scale from invalidation to the last exit', () => {
    expect(positions(levels)).toEqual({
      invalidation_level: 0,
      entry_2: 10,
      entry_1: 20,
      exit_1: 60,
      exit_2: 100,
    });
    expect(layoutTrack(levels)).toMatchObject({
      risk: { top: 0, bottom: 10 },
      entry: { top: 10, bottom: 20 },
      reward: { top: 20, bottom: 100 },
    });
  });

  it('mirrors a bearish idea, so that its risk is on the left too', () => {
    const bearish = {
      ...levels,
      order_type: 'SELL',
      entry_1: '90',
      entry_2: null,
      exit_1: '80',
      exit_2: '50',
    } as const;
    expect(positions(bearish)).toEqual({ invalidation_level: 0, entry_1: 20, exit_1: 40, exit_2: 100 });
  });

  it('draws no risk with invalidation on the wrong side and no reward without a gain', () => {
    const wrong = { ...levels, invalidation_level: '140', exit_1: '109', exit_2: null };
    expect(layoutTrack(wrong)).toMatchObject({ risk: null, reward: null });
  });

  it('centres levels of the same price', () => {
    const flat = { ...levels, entry_2: null, entry_1: '100', exit_1: '100', exit_2: null };
    expect(positions(flat)).toEqual({ invalidation_level: 50, entry_1: 50, exit_1: 50 });
  });

  it('separates levels that differ in the twelfth decimal', () => {
    const fine = {
      ...levels,
      invalidation_level: '0.000000000764',
      entry_1: '0.000000000812',
      entry_2: null,
      exit_1: '0.000000000908',
      exit_2: null,
    };
    expect(positions(fine).entry_1).toBeCloseTo(100 / 3, 3);
  });

  it('describes the levels in words', () => {
    expect(describeTrack({ ...levels, entry_2: null })).toBe(
      'Invalidation 100. Entry 1 110. Exit 1 130, 2.0R. Exit 2 150, 4.0R',
    );
  });

  it('names the published price of a moved level', () => {
    expect(describeTrack({ ...levels, entry_2: null, invalidation_level: '105' }, levels)).toBe(
      'Invalidation 105, moved from 100. Entry 1 110. Exit 1 130, 2.0R. Exit 2 150, 4.0R',
    );
  });
});

describe('placeTrackLabels', () => {
  const places = (of: Parameters<typeof placeTrackLabels>[0]) =>
    placeTrackLabels(of, of, ['invalidation_level', 'entry_1', 'exit_1']).map(({ name, place }) => [
      name,
      place,
    ]);

  it('places a label at its tick where there is room', () => {
    expect(places({ ...levels, entry_1: '120', exit_1: '145' })).toEqual([
      ['invalidation_level', 0],
      ['entry_1', 40],
      ['exit_1', 90],
    ]);
  });

  it('moves labels apart where they would overlap, and keeps them on the track', () => {
    expect(places({ ...levels, entry_1: '101', exit_1: '102' })).toEqual([
      ['invalidation_level', 0],
      ['entry_1', 34],
      ['exit_1', 68],
    ]);
    expect(places({ ...levels, entry_1: '148', exit_1: '150', exit_2: null })).toEqual([
      ['invalidation_level', 0],
      ['entry_1', 66],
      ['exit_1', 100],
    ]);
  });
});
