import { describe, expect, it } from 'vitest';
import { collectClaims, takeFirstSignal } from './signal-claims.ts';
import { findItems } from './signal-items.ts';
import { tokenize } from './signal-tokens.ts';

/** A list that counts how often its elements are read. */
const countReads = <Element>(list: readonly Element[]) => {
  const counter = { reads: 0 };
  const counted = new Proxy(list, {
    get: (target, key) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) counter.reads++;
      return Reflect.get(target, key);
    },
  });
  return { counted, counter };
};

/** The reads that each step of the reader needs for a text. */
const countSteps = (text: string): number[] => {
  const tokens = countReads(tokenize(text));
  const items = findItems(tokens.counted);
  const whole = countReads(items);
  takeFirstSignal(whole.counted);
  const first = countReads(items);
  collectClaims(first.counted, 'EUR/USD');
  return [tokens.counter.reads, whole.counter.reads, first.counter.reads];
};

describe('reading a signal', () => {
  it.each([
    ['labels', 'SL TP1 '],
    ['labels with prices', 'SL 1.0790 TP 1.0900 '],
    ['one list', '1.0900 / '],
    ['directions', 'buy sell '],
    ['pairs', 'EURUSD GBPUSD '],
    ['line ends', '\n\n'],
    ['line ends behind labels', 'TP\n\n\n1.0900\n'],
    ['list numbers', '1)\n'],
    ['marks', '-:(('],
    ['units', '50 pips, '],
    ['time frames', '4H '],
    ['words', 'hodl the line '],
    ['whole signals', 'EURUSD buy 1.0842 SL 1.0790 TP 1.0900\n'],
  ])('takes a number of steps that grows with the length: %s', (_, part) => {
    const [once, fourTimes] = [100, 400].map((times) => countSteps(`EURUSD buy TP ${part.repeat(times)}`));
    for (const [step, reads] of once!.entries()) expect(fourTimes![step]).toBeLessThan(5 * reads);
  });
});
