/** Demo data: messages of the two rooms; times in hours ago. */
export const demoMessages: {
  room: 'Leverage Ideas' | 'Exchange Ideas';
  educatorId: string;
  hoursAgo: number;
  message: string;
}[] = [
  {
    room: 'Leverage Ideas',
    educatorId: '2',
    hoursAgo: 26,
    message: 'Thin calendar until Thursday. I would rather miss a move than pay for noise.',
  },
  {
    room: 'Leverage Ideas',
    educatorId: '1',
    hoursAgo: 20,
    message: 'Dollar soft into the close. I keep the long bias on the majors while 1.0755 holds on EUR/USD.',
  },
  {
    room: 'Leverage Ideas',
    educatorId: '4',
    hoursAgo: 5,
    message: 'Gold: two rejections at the same shelf. No chase here, I wait for the retest.',
  },
  {
    room: 'Leverage Ideas',
    educatorId: '3',
    hoursAgo: 1,
    message: 'Funding on BTC is rich again. That is why the short has a close stop and modest exits.',
  },
  {
    room: 'Exchange Ideas',
    educatorId: '6',
    hoursAgo: 30,
    message: 'Exchange ideas are slower on purpose: wider stops, smaller size, and time to be right.',
  },
  {
    room: 'Exchange Ideas',
    educatorId: '3',
    hoursAgo: 12,
    message: 'Two entries on ETH because a base is a zone, not a line.',
  },
  {
    room: 'Exchange Ideas',
    educatorId: '5',
    hoursAgo: 6,
    message: 'SHIB: look at the number of zeros before you look at the chart, and size accordingly.',
  },
];
