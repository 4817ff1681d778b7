import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ideaRow } from '../../contract/ideas/idea-row.fixture.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { parseLiveChange } from '../../contract/live-events.ts';
import { type FeedEvent, RETAINED_BYTES, RETAINED_EVENTS, RETENTION_MS } from './feed-follower.ts';
import { createFrame, FrameHistory, readyFrame, resetFrame } from './live-stream.ts';

const event = (seq: number, at = new Date(0)): FeedEvent => ({
  epoch: 7,
  seq,
  kind: 'trade_ideas_changes',
  entityId: 'an idea',
  audience: 'everyone',
  payload: '{"type":"DELETE"}',
  at,
  ledgerCount: 3,
  ledgerHead: 'ab',
});

const createLargeEvent = (seq: number): FeedEvent => ({
  ...event(seq),
  payload: JSON.stringify({ type: 'x'.repeat(60_000) }),
});

const createHistory = (first: number, last: number, at = new Date(0)) => {
  const history = new FrameHistory();
  for (let seq = first; seq <= last; seq++) history.append(createFrame(event(seq, at)));
  return history;
};

it('uses the limits of DESIGN §5', () => {
  expect([RETAINED_EVENTS, RETAINED_BYTES, RETENTION_MS]).toEqual([10_000, 64 * 1024 ** 2, 24 * 60 * 60_000]);
});

describe('createFrame', () => {
  it('formats server-sent events', () => {
    expect(createFrame(event(5)).bytes.toString()).toBe(
      'id: 7-5\nevent: trade_ideas_changes\ndata: {"type":"DELETE"}\n\n',
    );
    expect(resetFrame({ epoch: 7, seq: 9 }).toString()).toBe('id: 7-9\nevent: reset\ndata: {}\n\n');
    const ready = 'event: ready\ndata: {"head":"7-5","ledger":{"count":3,"head":"ab"}}\n\n';
    expect(readyFrame(event(5), true).toString()).toBe(`id: 7-5\n${ready}`);
    expect(readyFrame(event(5), false).toString()).toBe(ready);
  });

  it('takes no more memory than its bytes, because thousands are retained', () => {
    const { bytes } = createFrame({ ...event(5), payload: '{"type":"Ünïcödé"}' });
    expect(bytes.toString()).toBe('id: 7-5\nevent: trade_ideas_changes\ndata: {"type":"Ünïcödé"}\n\n');
    expect(bytes.buffer.byteLength).toBe(bytes.byteLength);
  });

  it('formats an event that was withdrawn before this process started', () => {
    expect(createFrame({ ...event(5), audience: 'nobody', payload: 'null' })).toMatchObject({
      audience: 'nobody',
      bytes: Buffer.from('id: 7-5\nevent: trade_ideas_changes\ndata: null\n\n'),
    });
  });
});

describe('a change as sent', () => {
  const idea = ideaRow();
  const send = (data: object) =>
    createFrame({ ...event(5), payload: JSON.stringify(data) })
      .bytes.toString()
      .split('data: ')[1] ?? '';
  const change = (type: string, record: TradeIdea | null, old_record: TradeIdea | null) => ({
    type,
    schema: 'public',
    table: 'trade_ideas',
    record,
    old_record,
    commit_timestamp: idea.created_at,
  });

  it('sends no null and, where there was none before, no old record', () => {
    const sent = send(change('INSERT', { ...idea, notes: null }, null));
    expect(sent).not.toContain('null');
    expect(Object.keys(JSON.parse(sent))).toEqual(['type', 'schema', 'table', 'record', 'commit_timestamp']);
    expect(JSON.parse(sent).record).toMatchObject({ id: idea.id, image_urls: idea.image_urls });
  });

  it.each([
    ['INSERT', idea, null],
    ['UPDATE', { ...idea, notes: null }, idea],
    ['DELETE', null, idea],
  ])('sends a change that the contract reads with every null: %s', (type, record, old) => {
    const data = change(type, record, old);
    expect(parseLiveChange('trade_ideas_changes', JSON.parse(send(data))).data).toEqual(data);
    // Events of a server from before nulls were left out.
    expect(parseLiveChange('trade_ideas_changes', data).data).toEqual(data);
  });
});

describe('FrameHistory', () => {
  it('replays everything after a seq in order, whatever was dropped before', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.nat({ max: 60 }),
        fc.nat({ max: 120 }),
        (first, count, from) => {
          const last = first + count;
          const history = createHistory(first, last);
          const canReplay = from >= first - 1 && from <= last;
          expect(history.canReplayFrom(from, last)).toBe(canReplay);
          if (!canReplay) return;
          const replayed: number[] = [];
          for (let frame = history.after(from); frame; frame = history.after(frame.seq))
            replayed.push(frame.seq);
          expect(replayed).toEqual(Array.from({ length: last - from }, (_, index) => from + 1 + index));
        },
      ),
    );
  });

  it('keeps at most the retained bytes, the newest frames, however they arrive', () => {
    const count = Math.ceil((2 * RETAINED_BYTES) / 60_000);
    const frames = Array.from({ length: count }, (_, seq) => createFrame(createLargeEvent(seq + 1)));
    const appended = new FrameHistory();
    for (const frame of frames) appended.append(frame);
    const prepended = new FrameHistory();
    prepended.prepend(frames);
    const retained = Math.floor(RETAINED_BYTES / (frames[0]?.bytes.length ?? 0));
    expect(prepended.canReplayFrom(count - retained, count)).toBe(true);
    expect(prepended.canReplayFrom(count - retained - 2, count)).toBe(false);
    expect(appended.canReplayFrom(count - retained, count)).toBe(true);
    expect(appended.canReplayFrom(count - Math.ceil(1.1 * retained) - 1, count)).toBe(false);
  });

  it('replays only the newest event of a chat message, however it arrives', () => {
    const say = (seq: number, entityId: string, payload: string) =>
      createFrame({
        ...event(seq),
        kind: 'chat_messages_changes',
        entityId,
        payload: JSON.stringify({ type: payload }),
      });
    const create = () => [
      say(1, 'a', 'a sent'),
      say(2, 'b', 'b sent'),
      createFrame(event(3)),
      say(4, 'a', 'a edited'),
      say(5, 'a', 'a deleted'),
    ];
    const appended = new FrameHistory();
    for (const frame of create()) appended.append(frame);
    // Read at the start of the process, after a later event was announced.
    const prepended = new FrameHistory();
    const frames = create();
    prepended.append(frames.pop()!);
    prepended.prepend(frames);
    for (const history of [appended, prepended]) {
      const replayed = [0, 1, 2, 3, 4].map((seq) => history.after(seq)!);
      expect(replayed.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
      expect(replayed.map(({ audience }) => audience)).toEqual([
        'nobody',
        'everyone',
        'everyone',
        'nobody',
        'everyone',
      ]);
      const text = Buffer.concat(replayed.map(({ bytes }) => bytes)).toString();
      expect(text.match(/a \w+|b \w+/g)).toEqual(['b sent', 'a deleted']);
    }
  });

  it('replays only from the head when empty', () => {
    const history = new FrameHistory();
    expect([history.canReplayFrom(4, 4), history.canReplayFrom(3, 4), history.canReplayFrom(5, 4)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(history.after(4)).toBeUndefined();
  });

  it('replays nothing after it was cleared', () => {
    const history = createHistory(1, 5);
    history.clear();
    expect([history.canReplayFrom(4, 5), history.after(4)]).toEqual([false, undefined]);
  });

  it('retains at most 11,000 events', () => {
    const last = RETAINED_EVENTS + 1_500;
    const history = createHistory(1, last);
    expect(history.canReplayFrom(last - RETAINED_EVENTS, last)).toBe(true);
    expect(history.canReplayFrom(1, last)).toBe(false);
  });

  it('counts only the bytes of the retained events', () => {
    const frames = Array.from({ length: RETAINED_EVENTS + 1_000 }, (_, index) =>
      createFrame(index < 1_000 ? createLargeEvent(index + 1) : event(index + 1)),
    );
    // The retained ones fill the rest of the space together with those before them.
    frames[1_000] = createFrame({
      ...event(1_001),
      payload: JSON.stringify({ type: 'x'.repeat(RETAINED_BYTES / 2) }),
    });
    const history = new FrameHistory();
    history.prepend(frames);
    expect(history.canReplayFrom(1_000, frames.length)).toBe(true);
    expect(history.canReplayFrom(999, frames.length)).toBe(false);
  });

  it.each([1, 5])('drops %i expired events', (count) => {
    const history = createHistory(1, count, new Date(0));
    const fresh = createHistory(count + 1, 5, new Date(1));
    for (let seq = count; seq < 5; seq++) history.append(fresh.after(seq)!);
    history.prune(RETENTION_MS);
    expect([history.canReplayFrom(count - 1, 5), history.canReplayFrom(count, 5)]).toEqual([false, true]);
  });

  it('retains at most a day of events', () => {
    const history = createHistory(1, 5, new Date(0));
    history.append(createFrame(event(6, new Date(RETENTION_MS))));
    history.prune(RETENTION_MS - 1);
    expect(history.canReplayFrom(0, 6)).toBe(true);
    history.prune(RETENTION_MS);
    expect(history.canReplayFrom(5, 6)).toBe(true);
    expect(history.canReplayFrom(4, 6)).toBe(false);
  });
});
