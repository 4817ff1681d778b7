/** A step of the tour: what it says, and which part of the card it is about. */
type TourStep = { title: string; text: string; selector: string };

/** At most four (a longer tour is skipped). */
export const tourSteps: readonly TourStep[] = [
  {
    title: 'The ladder',
    text: 'It shows every price of this idea, to scale. The hatched part is the risk; the green part leads to the exits.',
    selector: 'figure',
  },
  {
    title: 'Entries, invalidation, exits',
    text: 'Blue: where the educator plans to enter. Red: where the idea is proved wrong. Green: where profit is planned. Press a word with a dotted line to see what it means.',
    selector: 'figure > div',
  },
  {
    title: 'What R means',
    text: '1R is the distance from entry 1 to invalidation: what the idea risks. With risk/reward 1 : 2, the last exit is 2R away, twice as far.',
    selector: 'figcaption',
  },
  {
    title: 'Details, and the close',
    text: 'Details has the prices to copy, a position calculator and every change. When the idea closes, its result goes to the history and to the track record.',
    selector: '[data-details]',
  },
];
