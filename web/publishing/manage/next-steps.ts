import { exitNames, levelNames } from '../../../contract/ideas/levels.ts';
import { explainStep, type NewStep } from '../../../contract/publishing/idea-writing.ts';
import type { Idea } from '../../ideas/idea-model.ts';
import { saveIdea, saveStep } from '../../ideas/undo.ts';

/** What is closed at an exit, in percent, unless the educator says otherwise. */
export const HALF = 50;

/** `problem` says why it can't be told like this; null if it can. */
export type NextStep = { label: string; isExit: boolean; problem: string | null; save: () => Promise<Idea> };

/** What an educator may tell next of an open idea with one press each; at an exit, `share` percent are closed. */
export const listNextSteps = (idea: Idea, share: number): NextStep[] => {
  if (idea.closed_at) return [];
  const step = (label: string, told: NewStep): NextStep => ({
    label,
    isExit: told.kind === 'exit_taken',
    problem: explainStep(idea, told),
    save: () => saveStep(idea, told),
  });
  const canTell = (told: NewStep) => explainStep(idea, told) === null;
  const next = exitNames.find((level) => canTell({ kind: 'exit_taken', level, share: 1 }));
  const stop: NextStep = {
    label: 'Invalidation to entry',
    isExit: false,
    problem: null,
    save: () => saveIdea(idea, { invalidation_level: idea.entry_1 }),
  };
  return [
    ...(canTell({ kind: 'entry_filled' }) ? [step('Entry filled', { kind: 'entry_filled' })] : []),
    ...(idea.invalidation_level === idea.entry_1 ? [] : [stop]),
    ...(canTell({ kind: 'rest_closed' }) ? [step('Rest closed at entry', { kind: 'rest_closed' })] : []),
    // Last: the share to close stands behind it.
    ...(next
      ? [step(`${levelNames[next]} reached, rest runs`, { kind: 'exit_taken', level: next, share })]
      : []),
  ];
};
