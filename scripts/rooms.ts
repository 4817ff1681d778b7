import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The rooms of the house, in the one order of its three floors contract/, server/ and web/: a room imports only what stands
 * before it (.dependency-cruiser.cjs). Files stand among them that list what the rooms before them have.
 */
export const rooms = [
  ...['shared', 'database', 'jobs', 'http', 'media', 'account', 'live', 'glossary', 'educators', 'ideas'],
  'candles',
  ...[
    'publishing',
    'chat',
    'record',
    'learn',
    'notifications',
    'outward',
    'operator',
    'search',
    'legal',
    'pages',
    'app',
  ],
  'worker',
  ...[
    'live-events.ts',
    'routes.ts',
    'token-access.ts',
    'screen-paths.ts',
    'demo',
    'deps.ts',
    'operations',
    'backup',
    'cli',
  ],
  ...['app.ts', 'main.ts', 'main.tsx', 'sw.ts'],
];

/** No room is larger, in lines of one floor. */
export const MAX_ROOM_LINES = 9_000;
/** The page with the picture, which `node scripts/rooms.ts` writes. */
export const PAGE = 'docs/architecture.md';
const PICTURE = /(?<=```mermaid\n)[\s\S]*?(?=```)/;

const listFiles = (): string[] =>
  globSync('{contract,server,web}/**/*.{ts,tsx,css}').filter(
    (file) => !/[.](test|fixture)[.]|^(server|web)\/testing\/|[.]d[.]ts$/.test(file),
  );
const getFloor = (file: string): string => file.split('/', 1)[0] ?? '';
const getRoom = (file: string): string => file.split('/')[1] ?? '';

/** Lines of product code by floor and room, for example of `web/ideas`. */
export const countLines = (): Map<string, number> => {
  const lines = new Map<string, number>();
  for (const file of listFiles()) {
    const room = `${getFloor(file)}/${getRoom(file)}`;
    lines.set(room, (lines.get(room) ?? 0) + readFileSync(file, 'utf8').split('\n').length - 1);
  }
  return lines;
};

const isFolder = (room: string): boolean => !room.includes('.');

/** The folders that a folder imports on any floor. */
export const findArrows = (): Map<string, Set<string>> => {
  const arrows = new Map<string, Set<string>>();
  for (const file of listFiles()) {
    const from = getRoom(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:from|import|import\()\s*'(\.[^']+)'/g,
    )) {
      const imported = join(dirname(file), path);
      const to = getRoom(imported);
      if (getFloor(imported) !== getFloor(file) || to === from || ![from, to].every(isFolder)) continue;
      arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  return arrows;
};

/** Whether a way of more than one arrow leads there. */
const hasDetour = (arrows: Map<string, Set<string>>, from: string, to: string): boolean => {
  const reached = new Set([...(arrows.get(from) ?? [])].filter((room) => room !== to));
  for (const room of reached) for (const next of arrows.get(room) ?? []) reached.add(next);
  return reached.has(to);
};

/** The folders in Mermaid, each with arrows to what it imports and does not reach over another one. */
export const drawRooms = (): string => {
  const arrows = findArrows();
  const lines = rooms.flatMap((from) =>
    rooms
      .filter((to) => arrows.get(from)?.has(to) && !hasDetour(arrows, from, to))
      .map((to) => `    ${from} --> ${to}`),
  );
  return ['flowchart TD', ...lines, ''].join('\n');
};

export const readPicture = (): string | undefined => PICTURE.exec(readFileSync(PAGE, 'utf8'))?.[0];

if (import.meta.main) writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace(PICTURE, drawRooms));
