import { expect, it } from 'vitest';
import { countLines, drawRooms, findArrows, MAX_ROOM_LINES, readPicture, rooms } from './rooms.ts';

it('draws the rooms in docs/architecture.md as they import each other', () => {
  expect(readPicture(), 'Run node scripts/rooms.ts').toBe(drawRooms());
});

it('has no arrow upwards, so no circle', () => {
  const arrows = [...findArrows()].flatMap(([from, others]) => [...others].map((to) => [from, to] as const));
  expect(arrows.length).toBeGreaterThan(80);
  expect(arrows.filter(([from, to]) => rooms.indexOf(to) >= rooms.indexOf(from))).toEqual([]);
});

it('has no room that is too large to know', () => {
  expect([...countLines()].filter(([, lines]) => lines > MAX_ROOM_LINES)).toEqual([]);
});
