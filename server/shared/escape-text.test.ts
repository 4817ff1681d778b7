import { expect, it } from 'vitest';
import { formatTable } from '../cli/table.ts';
import { startTestApp } from '../testing/test-app.ts';
import { escapeText } from './escape-text.ts';

const ESCAPE = '\u001b[2K';
const REVERSED = '\u202eevil\u2066';

it('escapes what a terminal would obey, and keeps names of every script', () => {
  expect(escapeText(`${ESCAPE}\u009b1A\u007f${REVERSED}\r`)).toBe(
    '\\u001b[2K\\u009b1A\\u007f\\u202eevil\\u2066\\u000d',
  );
  expect(escapeText('Zoë 周 محمد 👩‍🔬\n')).toBe('Zoë 周 محمد 👩‍🔬\n');
});

it('keeps each row of a table on its line', () => {
  expect(formatTable(['EMAIL'], [[`a@b.test\n2026-11-22  sign_in${ESCAPE}`]])).toEqual([
    'EMAIL',
    'a@b.test\\u000a2026-11-22  sign_in\\u001b[2K',
  ]);
});

it('escapes values in log lines without breaking their JSON', async () => {
  const lines: string[] = [];
  const test = await startTestApp({ onLog: (line) => lines.push(line) });
  test.app.log.warn({ typed: `${ESCAPE}${REVERSED}` }, 'a test');
  await test.close();
  const line = lines.find((text) => text.includes('a test')) ?? '';
  expect([ESCAPE, REVERSED].filter((raw) => line.includes(raw))).toEqual([]);
  expect(JSON.parse(line).typed).toBe(`${ESCAPE}${REVERSED}`);
});
