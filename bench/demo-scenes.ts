/** A video of the demo: a price that moves between levels, with captions. */
export type Scene = {
  /** Its file in server/demo/videos. */
  name: string;
  title: string;
  seconds: number;
  /** `from`: the share of the video after which a level appears. */
  levels: { label: string; price: number; color: string; from?: number }[];
  path: number[];
  /** Each is shown for an equal share; a line break starts a second line. */
  captions: string[];
};

const GREEN = '#3fbf8f';
const RED = '#f07a6a';
const BLUE = '#7da7f0';
const GREY = '#8b97a3';

export const scenes: Scene[] = [
  {
    name: 'reading-an-idea',
    title: 'How to read a trade idea in thirty seconds',
    seconds: 16,
    levels: [
      { label: 'Entry 1  1.0842', price: 1.0842, color: BLUE },
      { label: 'Invalidation  1.0755', price: 1.0755, color: RED, from: 0.2 },
      { label: 'Exit 1  1.0921', price: 1.0921, color: GREEN, from: 0.4 },
      { label: 'Exit 2  1.0985', price: 1.0985, color: GREEN, from: 0.42 },
    ],
    path: [
      1.0868, 1.0851, 1.0842, 1.0819, 1.0833, 1.0812, 1.0848, 1.0871, 1.0862, 1.0899, 1.0921, 1.0908, 1.0934,
    ],
    captions: [
      'Entry 1 is where the idea begins.',
      'Invalidation is the price that proves it wrong.\nFrom entry to invalidation is the risk: 1R.',
      'Exits are where it pays.\nExit 1 is 0.0079 away: 0.9R.',
      'Look at the risk first, then at what it can pay.',
      'At the close the educator says which level was reached.',
    ],
  },
  {
    name: 'ranges',
    title: 'Ranges: where they begin, and how they usually end',
    seconds: 15,
    levels: [
      { label: 'Top of the range', price: 108, color: GREY, from: 0.25 },
      { label: 'Bottom of the range', price: 100, color: GREY, from: 0.25 },
    ],
    path: [
      96, 102, 108, 103, 100, 105, 108, 102, 100.2, 106, 107.8, 103, 100, 104, 108, 110, 108.4, 112, 115,
    ],
    captions: [
      'A range begins when two highs and two lows agree.',
      'Inside, each side is a place to be proved wrong soon.',
      'The middle is no place for an idea: both sides are far.',
      'It ends with a close outside, and often a retest.',
    ],
  },
  {
    name: 'london-open',
    title: 'London open, told with three weeks of EUR/USD',
    seconds: 15,
    levels: [
      { label: 'Asian high', price: 1.0862, color: GREY, from: 0.2 },
      { label: 'Asian low', price: 1.0844, color: GREY, from: 0.2 },
    ],
    path: [
      1.0852, 1.0858, 1.0849, 1.0856, 1.0862, 1.0853, 1.0844, 1.085, 1.0857, 1.0841, 1.0839, 1.0851, 1.0866,
      1.0879, 1.0872, 1.0894,
    ],
    captions: [
      'Before the open, price moves in a narrow band.',
      'The first push at the open often takes one side\nof the band and turns.',
      'The second push is the one worth waiting for.',
      'Drawn for this demo: not real prices.',
    ],
  },
  {
    name: 'funding-rates',
    title: 'Funding rates, and what they say about tomorrow',
    seconds: 15,
    levels: [{ label: 'Lower high', price: 64.2, color: RED, from: 0.6 }],
    path: [58, 59.5, 59, 61, 62.4, 61.8, 64, 65.8, 64.9, 63, 62.2, 64.1, 63.4, 61.2, 60.1, 58.7],
    captions: [
      'In perpetual futures one side pays the other: funding.',
      'High funding says that many are long already.',
      'It is no signal by itself. Price has to agree:\nfirst a lower high.',
      'Then the crowd is on the wrong side together.',
    ],
  },
  {
    name: 'rate-decisions',
    title: 'What a rate decision moves first',
    seconds: 15,
    levels: [{ label: 'Before the decision', price: 100, color: GREY }],
    path: [100, 100.2, 99.9, 100.1, 100, 103.5, 98.2, 101.5, 99.4, 100.6, 101.2, 102, 101.6, 102.8, 103.6],
    captions: [
      'The first move is machines reading one number.',
      'The second is people reading the statement.',
      'Spreads are wide in those minutes: costs are high.',
      'The direction of the day often shows an hour later.',
    ],
  },
  {
    name: 'position-size',
    title: 'Position size: the only number that is all yours',
    seconds: 15,
    levels: [
      { label: 'Entry  1.0842', price: 1.0842, color: BLUE },
      { label: 'Invalidation  1.0755', price: 1.0755, color: RED, from: 0.2 },
    ],
    path: [
      1.0842, 1.0851, 1.0838, 1.0829, 1.0811, 1.0824, 1.0802, 1.0786, 1.0797, 1.0771, 1.0783, 1.0812, 1.0836,
    ],
    captions: [
      'Account $10,000, risk 1%: $100 if the idea is wrong.',
      'The distance to invalidation is 0.0087.',
      '$100 / 0.0087 = 11,494 units.',
      'Twice the distance, half the size: the same $100.',
    ],
  },
];
