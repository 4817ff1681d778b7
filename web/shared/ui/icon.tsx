import { Drawing, type DrawingOptions, loginShapes } from './drawing.tsx';

const shapes = {
  ...loginShapes,
  bell: 'M10 3a4.5 4.5 0 0 0-4.5 4.5c0 4-1.5 5-1.5 5h12s-1.5-1-1.5-5A4.5 4.5 0 0 0 10 3ZM8.4 15.5a1.8 1.8 0 0 0 3.2 0',
  search: 'M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4ZM12.7 12.7 16.5 16.5',
  'sign-out': 'M8 4H5.5A1.5 1.5 0 0 0 4 5.5v9A1.5 1.5 0 0 0 5.5 16H8M12.5 7l3 3-3 3M15.2 10H8',
  left: 'M12 5l-5 5 5 5',
  right: 'M8 5l5 5-5 5',
  down: 'M5 8l5 5 5-5',
  up: 'M5 12l5-5 5 5',
  sun: 'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.4 4.4l1 1M14.6 14.6l1 1M15.6 4.4l-1 1M5.4 14.6l-1 1',
  moon: 'M16.5 11.6A6.8 6.8 0 0 1 8.4 3.5a6.8 6.8 0 1 0 8.1 8.1Z',
  menu: 'M4 6h12M4 10h12M4 14h12',
  plus: 'M10 4.5v11M4.5 10h11',
  minus: 'M4.5 10h11',
  edit: 'M4 16l.8-3.3 8.4-8.4a1.5 1.5 0 0 1 2.1 0l.4.4a1.5 1.5 0 0 1 0 2.1l-8.4 8.4L4 16ZM11.8 5.7l2.5 2.5',
  trash:
    'M4 6h12M8 6V4.5A.5.5 0 0 1 8.5 4h3a.5.5 0 0 1 .5.5V6M5.5 6l.6 9a1 1 0 0 0 1 1h5.8a1 1 0 0 0 1-1l.6-9M8.5 9v4M11.5 9v4',
  check: 'M4.5 10.5l3.6 3.6 7.4-8',
  x: 'M5.5 5.5l9 9M14.5 5.5l-9 9',
  undo: 'M7.5 4.5 4 8l3.5 3.5M4 8h7.5a4 4 0 0 1 0 8H9',
  paste: 'M7.5 4.5h-2v12h9v-12h-2M7.5 3h5v3h-5z',
  copy: 'M7.5 7.5h8v8h-8zM12.5 7.5v-3h-8v8h3',
  clock: 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM10 6.5V10l2.3 1.6',
  chart: 'M3.5 16.5h13M5.5 13.5V10M10 13.5v-8M14.5 13.5V8',
  chat: 'M4 5.5A1.5 1.5 0 0 1 5.5 4h9A1.5 1.5 0 0 1 16 5.5v6a1.5 1.5 0 0 1-1.5 1.5H9l-3.5 3V13A1.5 1.5 0 0 1 4 11.5v-6Z',
  user: 'M10 3.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM4 16.5c.6-3 3-4.5 6-4.5s5.4 1.5 6 4.5',
  external: 'M8 5H5v10h10v-3M11 4.5h4.5V9M15.2 4.8 9.5 10.5',
  image:
    'M5 4h10a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 15 16H5a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 5 4ZM3.8 14l3.7-4 2.8 3 2-2 4 3.6M13 7.4v.1',
  play: 'M7 4.8v10.4l8.2-5.2L7 4.8Z',
  pause: 'M7.2 5v10M12.8 5v10',
  stop: 'M6 6h8v8H6z',
  mic: 'M10 3a2.3 2.3 0 0 0-2.3 2.3v4.2a2.3 2.3 0 0 0 4.6 0V5.3A2.3 2.3 0 0 0 10 3ZM4.8 9.5a5.2 5.2 0 0 0 10.4 0M10 14.7V17',
  offline:
    'M3.5 3.5l13 13M2.8 8.4a10.4 10.4 0 0 1 3.4-2.1M9 5.4a10.4 10.4 0 0 1 8.2 3M5.6 11.4a6.4 6.4 0 0 1 2.6-1.6M12.3 10a6.4 6.4 0 0 1 2.1 1.4M10 15.2v.1',
  share: 'M10 12.5v-9M6.8 6.5 10 3.3l3.2 3.2M6 9H5v7.5h10V9h-1',
  bookmark: 'M5.5 3.5h9v13L10 13l-4.5 3.5v-13Z',
  leverage: 'M3.5 14.5 8 9.5l3 3 5.5-7M12.5 5.5h4v4',
  exchange: 'M4 7.5h11.5l-3-3M16 12.5H4.5l3 3',
  film: 'M3.5 6A1.5 1.5 0 0 1 5 4.5h6A1.5 1.5 0 0 1 12.5 6v8a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 14V6ZM12.5 9l4-2.5v7l-4-2.5',
} as const;

export type IconName = keyof typeof shapes;

/** Decorative: a text or label beside it says what it means. */
export const Icon = ({ name, ...rest }: { name: IconName } & DrawingOptions) => (
  <Drawing shape={shapes[name]} {...rest} />
);
