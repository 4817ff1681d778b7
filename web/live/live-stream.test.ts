import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LiveEvent, runLiveStream, shareLiveStream } from './live-stream.ts';

let stream: ReadableStreamDefaultController<Uint8Array>;
let over: AbortController;
let running: Promise<void>;
const states: boolean[] = [];
const events: LiveEvent[] = [];
/** The types of events and the ids, as they arrive. */
const arrived: string[] = [];

const send = (text: string) => stream.enqueue(new TextEncoder().encode(text));

beforeEach(async () => {
  over = new AbortController();
  states.length = 0;
  events.length = 0;
  arrived.length = 0;
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
      onId: (id) => arrived.push(id),
      onEvent: (event) => {
        events.push(event);
        arrived.push(event.event);
      },
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

it('parses frames wherever the chunks are cut, even within a character, and reports the id after the event', async () => {
  const bytes = new TextEncoder().encode(
    'id: 7-1\nevent: chat_messages_changes\ndata: {"pair":"€/₿ 🐦"}\n\n: 7-2\n\nid: 7-3\nevent: reset\ndata: {}\n\n',
  );
  for (const byte of bytes) stream.enqueue(Uint8Array.of(byte));
  await expect.poll(() => arrived).toEqual(['ready', 'chat_messages_changes', '7-1', '7-2', 'reset', '7-3']);
  expect(events[1]).toEqual({ event: 'chat_messages_changes', data: '{"pair":"€/₿ 🐦"}' });
});

it('says nothing about its connection once it was stopped', async () => {
  over.abort();
  await running;
  expect(states).toEqual([true]);
});

it('gives a tab that opens the last prices, which the server sends to the first tab alone', async () => {
  const frames = [1, 2].map((price) => `event: prices\ndata: ${price}\n\n`).join('');
  const read = vi.fn(
    async () =>
      new Response(new ReadableStream({ start: (own) => own.enqueue(new TextEncoder().encode(frames)) })),
  );
  vi.stubGlobal('fetch', read);
  const openTab = () => {
    const heard: string[] = [];
    const onEvent = ({ data }: LiveEvent) => void heard.push(data);
    shareLiveStream('live:tabs', { onEvent, onConnected: () => undefined }, over.signal);
    return heard;
  };
  const first = openTab();
  await expect.poll(() => first).toEqual(['1', '2']);
  const second = openTab();
  await expect.poll(() => second).toEqual(['2']);
  expect(read).toHaveBeenCalledTimes(1);
});
