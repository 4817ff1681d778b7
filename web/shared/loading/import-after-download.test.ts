import { afterEach, expect, it, vi } from 'vitest';
import { importAfterDownload } from './import-after-download.ts';

afterEach(() => vi.unstubAllGlobals());

/** A network that answers with these, in their order. */
const answering = (...answers: (Response | Error)[]) => {
  const fetched = vi.fn(async (_url: string) => {
    const answer = answers.shift();
    if (answer instanceof Response) return answer;
    throw answer;
  });
  vi.stubGlobal('fetch', fetched);
  return fetched;
};
const load = vi.fn(async () => 'part');

it('imports only when every file has arrived, and downloads each once', async () => {
  const fetched = answering(new Response('a'), new Response('b'));
  load.mockClear();
  const parts = await Promise.all([
    importAfterDownload(load, ['assets/a1.js', 'assets/b1.js']),
    importAfterDownload(load, ['assets/a1.js']),
  ]);
  expect(parts).toEqual(['part', 'part']);
  expect(fetched.mock.calls).toEqual([['/assets/a1.js'], ['/assets/b1.js']]);
});

it.each([
  ['assets/c1.js', 'no answer', new TypeError('Failed to fetch'), 'Failed to fetch'],
  ['assets/d1.js', 'an error', new Response('', { status: 503 }), 'assets/d1.js could not be loaded (503)'],
])('does not import %s after %s, so that it can be tried again', async (file, _, failure, message) => {
  answering(failure, new Response('c'));
  load.mockClear();
  await expect(importAfterDownload(load, [file])).rejects.toThrow(message);
  expect(load).not.toHaveBeenCalled();
  expect(await importAfterDownload(load, [file])).toBe('part');
});
