import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FeedEvent, KEPT_EVENTS, KEPT_MS } from './feed-follower.ts';
import { FrameHistory, frameOf, readyFrame, resetFrame } from './live-frames.ts';

const event = (seq: number, at = new Date(0)): FeedEvent => ({
  epoch: 7,
  seq,
  kind: 'trade_ideas_changes',
  audience: 'everyone',
  payload: '{"type":"DELETE"}',
  at,
  ledgerCount: 3,
  ledgerHead: 'ab',
});

const historyOf = (first: number, last: number, at = new Date(0)) => {
  const history = new FrameHistory();
  for (let seq = first; seq <= last; seq++) history.append(frameOf(event(seq, at)));
  return history;
};

describe('frames', () => {
  it('are server-sent events', () => {
    expect(frameOf(event(5)).bytes.toString()).toBe(
      'id: 7-5\nevent: trade_ideas_changes\ndata: {"type":"DELETE"}\n\n',
    );
    expect(resetFrame({ epoch: 7, seq: 9 }).toString()).toBe('id: 7-9\nevent: reset\ndata: {}\n\n');
    const ready = 'event: ready\ndata: {"head":"7-5","ledger":{"count":3,"head":"ab"}}\n\n';
    expect(readyFrame(event(5), true).toString()).toBe(`id: 7-5\n${ready}`);
    expect(readyFrame(event(5), false).toString()).toBe(ready);
  });
});

describe('what can be replayed', () => {
  it('is everything after a seq, in order, whatever was cut before', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.nat({ max: 60 }),
        fc.nat({ max: 120 }),
        (first, count, from) => {
          const last = first + count;
          const history = historyOf(first, last);
          const canReplay = from >= first - 1 && from <= last;
          expect(history.reachesBackTo(from, last)).toBe(canReplay);
          if (!canReplay) return;
          const replayed: number[] = [];
          for (let frame = history.after(from); frame; frame = history.after(frame.seq))
            replayed.push(frame.seq);
          expect(replayed).toEqual(Array.from({ length: last - from }, (_, index) => from + 1 + index));
        },
      ),
    );
  });

  it('of an empty history is only the head itself', () => {
    const history = new FrameHistory();
    expect([history.reachesBackTo(4, 4), history.reachesBackTo(3, 4), history.reachesBackTo(5, 4)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(history.after(4)).toBeUndefined();
  });

  it('is at most 11,000 events', () => {
    const last = KEPT_EVENTS + 1_500;
    const history = historyOf(1, last);
    expect(history.reachesBackTo(last - KEPT_EVENTS, last)).toBe(true);
    expect(history.reachesBackTo(1, last)).toBe(false);
  });

  it('is at most a day', () => {
    const history = historyOf(1, 5, new Date(0));
    history.append(frameOf(event(6, new Date(KEPT_MS))));
    history.prune(KEPT_MS + 1);
    expect(history.reachesBackTo(5, 6)).toBe(true);
    expect(history.reachesBackTo(4, 6)).toBe(false);
  });
});
