import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import type { IdeaStatus, ResultLevel } from '../ideas/ideas.ts';
import type { ExitName } from '../ideas/levels.ts';
import { type Certainty, certainties, type Touches } from './find-touches.ts';
import { type Conclusion, compareReport } from './price-check.ts';
import type { PriceOutcome } from './price-result.ts';

const r = { low: new Big(1), high: new Big(1) };
const outcome = (kind: PriceOutcome['kind'], exits: ExitName[] = [], isStopped = false): PriceOutcome => ({
  kind,
  exits: exits.map((level) => ({ level, r })),
  invalidation: isStopped ? r : null,
});
const notEntered = outcome('not entered');
const missed = outcome('exit before entry', ['exit_1']);
const open = outcome('entered');
const stopped = outcome('entered', [], true);
const won = outcome('entered', ['exit_1']);
const wonThenStopped = outcome('entered', ['exit_1'], true);

const reading = (certainty: Certainty, ...outcomes: PriceOutcome[]) => {
  const isStopped = outcomes.some(({ invalidation }) => invalidation !== null);
  const touches = isStopped ? [{ level: 'invalidation_level', from: 0, to: 1, certainty }] : [];
  return {
    touches: { touches, problem: null } as unknown as Touches,
    result: { certainty, outcomes, favourable: null, adverse: null },
  };
};
const judge = (
  status: IdeaStatus,
  result_level: ResultLevel | null,
  ...outcomes: PriceOutcome[]
): Conclusion => {
  const same = reading(outcomes.length > 1 ? 'cannot tell' : 'certain', ...outcomes);
  return compareReport({ status, result_level }, same, same).conclusion;
};

describe('compareReport', () => {
  it.each<[IdeaStatus, ResultLevel | null, PriceOutcome[], PriceOutcome[]]>([
    ['successful', 'exit_1', [won, wonThenStopped], [open, stopped, missed, notEntered]],
    ['successful', 'exit_2', [outcome('entered', ['exit_1', 'exit_2'])], [won, stopped]],
    // Closed early with a profit is a success without a level.
    ['successful', null, [won, wonThenStopped, open], [stopped, missed, notEntered]],
    ['successful', 'entry_1', [open, won, stopped], [missed, notEntered]],
    // A loss although exit 1 came first: the rest was held for another exit.
    ['unsuccessful', 'invalidation_level', [stopped, wonThenStopped], [open, won, notEntered]],
    ['unsuccessful', null, [stopped, open, won, wonThenStopped, missed, notEntered], []],
    ['invalid', null, [notEntered, missed, stopped, open, wonThenStopped], [won]],
    ['completed', null, [won, stopped, notEntered], []],
  ])('compares %s at %s with what happened', (status, level, possible, impossible) => {
    for (const one of possible) expect(judge(status, level, one), JSON.stringify(one)).toBe('checked');
    for (const one of impossible) expect(judge(status, level, one), JSON.stringify(one)).toBe('contradicted');
  });

  it('cannot tell if only some of what is possible fits, and confirms what fits all of it', () => {
    expect(judge('successful', 'exit_1', won, stopped)).toBe('cannot tell');
    expect(judge('successful', 'exit_1', won, wonThenStopped)).toBe('checked');
    expect(judge('successful', 'exit_1', open, stopped)).toBe('contradicted');
  });

  it('contradicts only what is impossible with planned and with moved levels', () => {
    const report = { status: 'successful', result_level: 'exit_1' } as const;
    const [good, bad] = [reading('certain', won), reading('certain', stopped)];
    expect(compareReport(report, good, bad)).toEqual({ conclusion: 'checked', levels: 'planned' });
    expect(compareReport(report, bad, good)).toEqual({ conclusion: 'checked', levels: 'moved' });
    const unclear = reading('cannot tell', won, stopped);
    expect(compareReport(report, bad, unclear)).toEqual({ conclusion: 'cannot tell', levels: 'planned' });
  });

  it.each(certainties)('says nothing without prices, also if another reading is %s', (certainty) => {
    const report = { status: 'successful', result_level: 'exit_1' } as const;
    const [lost, bad] = [reading('not covered', won), reading(certainty, stopped)];
    expect(compareReport(report, lost, bad).conclusion).toBe('not covered');
    expect(compareReport(report, { ...lost, result: null }, bad).conclusion).toBe('no result');
  });
});
