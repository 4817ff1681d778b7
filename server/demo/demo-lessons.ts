import type { VideoCategory } from '../../contract/learn/videos.ts';

/** Demo data: short drawings in server/demo/videos (`npm run demo-videos`); times in hours ago. */
export const demoVideos: {
  educatorId: string;
  title: string;
  category: VideoCategory;
  hoursAgo: number;
  file: string;
}[] = [
  {
    educatorId: '1',
    title: 'Demo: how to read a trade idea in thirty seconds',
    category: 'Getting Started',
    hoursAgo: 700,
    file: 'reading-an-idea.webm',
  },
  {
    educatorId: '4',
    title: 'Demo: ranges, where they begin and how they usually end',
    category: 'Technical Analysis',
    hoursAgo: 420,
    file: 'ranges.webm',
  },
  {
    educatorId: '2',
    title: 'Demo: London open, told with three weeks of EUR/USD',
    category: 'Forex',
    hoursAgo: 260,
    file: 'london-open.webm',
  },
  {
    educatorId: '3',
    title: 'Demo: funding rates, and what they say about tomorrow',
    category: 'Crypto',
    hoursAgo: 110,
    file: 'funding-rates.webm',
  },
  {
    educatorId: '6',
    title: 'Demo: what a rate decision moves first',
    category: 'Fundamental Analysis',
    hoursAgo: 60,
    file: 'rate-decisions.webm',
  },
  {
    educatorId: '1',
    title: 'Demo: position size, the only number that is all yours',
    category: 'Risk Management',
    hoursAgo: 15,
    file: 'position-size.webm',
  },
];

/** Demo data: profiles of some educators; the others have none. */
export const demoProfiles: {
  educatorId: string;
  bio: string;
  years_experience: number;
  trading_style: string;
  timezone: string;
}[] = [
  {
    educatorId: '1',
    bio: 'I trade the daily chart and leave the rest of the day alone. My ideas begin with the level that proves me wrong; everything else follows from there.',
    years_experience: 12,
    trading_style: 'Swing Trading',
    timezone: 'UTC+0 GMT',
  },
  {
    educatorId: '5',
    bio: 'Two hours around the open, then the screen goes dark. I show every entry, the bad ones too.',
    years_experience: 7,
    trading_style: 'Day Trading',
    timezone: 'UTC-5 Eastern',
  },
  {
    educatorId: '6',
    bio: 'Central banks, balance sheets, and the patience to wait for both to matter.',
    years_experience: 18,
    trading_style: 'Position Trading',
    timezone: 'UTC+1 Central European',
  },
];
