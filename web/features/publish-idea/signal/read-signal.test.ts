import { describe, expect, it } from 'vitest';
import { readSignal, type SignalField, type SignalValues, signalFields } from './read-signal.ts';
import { type LabelledSignal, signalCorpus } from './signal-corpus.fixture.ts';

const columns: readonly SignalField[] = signalFields;

const parseExpected = (expected: string | null): { values: SignalValues; hasMore: boolean } | null => {
  if (expected === null) return null;
  const cells = expected.split(' ');
  const filled = columns.flatMap((field, index) =>
    cells[columnOrder[index]!] === '-' ? [] : [[field, cells[columnOrder[index]!]]],
  );
  return { values: Object.fromEntries(filled), hasMore: cells.length > columns.length };
};
/** The corpus has the direction before the time frame. */
const columnOrder = [0, 2, 1, 3, 4, 5, 6, 7, 8];

/** The fields of a signal that are filled with something else than expected. */
const findWrongFields = ([text, expected]: LabelledSignal): string[] => {
  const values: SignalValues = readSignal(text)?.values ?? {};
  const right: SignalValues = parseExpected(expected)?.values ?? {};
  return columns
    .filter((field) => values[field] !== undefined && values[field] !== right[field])
    .map((field) => `${field} is ${values[field]} in ${JSON.stringify(text)}`);
};

const isWhole = ([text, expected]: LabelledSignal): boolean => {
  const signal = readSignal(text);
  const right = parseExpected(expected);
  return (
    JSON.stringify(columns.map((field) => signal?.values[field])) ===
      JSON.stringify(columns.map((field) => right?.values[field])) &&
    (signal?.hasMore ?? false) === (right?.hasMore ?? false)
  );
};

describe('the corpus of signals', () => {
  it('has at least a hundred signals', () => {
    expect(signalCorpus.length).toBeGreaterThanOrEqual(100);
  });

  it('fills no field with a wrong value', () => {
    expect(signalCorpus.flatMap(findWrongFields)).toEqual([]);
  });

  it('fills nine signals in ten wholly', () => {
    const partial = signalCorpus.filter((signal) => !isWhole(signal)).map(([text]) => text);
    expect(partial.length, partial.join('\n---\n')).toBeLessThanOrEqual(signalCorpus.length / 10);
  });
});
