import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LiveEvent, runLiveStream } from './live-stream.ts';

let stream: ReadableStreamDefaultController<Uint8Array>;
let over: AbortController;
let running: Promise<void>;
const states: boolean[] = [];
const events: LiveEvent[] = [];
const ids: string[] = [];

const send = (text: string) => stream.enqueue(new TextEncoder().encode(text));

beforeEach(async () => {
  over = new AbortController();
  states.length = 0;
  events.length = 0;
  ids.length = 0;
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      stream = controller;
    },
  });
  vi.stubGlobal(
    'fetch',
    async (_url: string, { signal }: { signal: AbortSignal }) =>
      new Response(body.pipeThrough(new TransformStream(), { signal })),
  );
  running = runLiveStream(
    {
      lastId: () => null,
      onId: (id) => ids.push(id),
      onEvent: (event) => events.push(event),
      onConnected: (connected) => states.push(connected),
    },
    over.signal,
  );
  send('event: ready\ndata: {}\n\n');
  await expect.poll(() => states).toEqual([true]);
});
afterEach(async () => {
  over.abort();
  await running;
  vi.unstubAllGlobals();
});

it('reports itself as not connected while the server cannot read the feed (§4.20)', async () => {
  send('event: feed_state\ndata: {"isCurrent":false}\n\n: 7-1\n\n');
  await expect.poll(() => states).toEqual([true, false]);
  send('event: feed_state\ndata: {"isCurrent":true}\n\n');
  await expect.poll(() => states).toEqual([true, false, true]);
  expect(events.map(({ event }) => event)).toEqual(['ready']);
});

it('says nothing about its connection once it was stopped', async () => {
  over.abort();
  await running;
  expect(states).toEqual([true]);
});

it('remembers the id of an event and of a heartbeat, and of no other comment', async () => {
  send('id: 7-1\nevent: trade_ideas_changes\ndata: {}\n\n: welcome\n\n: 7-2\n\n');
  await expect.poll(() => ids).toEqual(['7-1', '7-2']);
});
