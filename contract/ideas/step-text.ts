import type { IdeaStep } from './ideas.ts';

/** What an educator told of an open idea: "Exit 1 reached: 50 % closed, the rest runs". */
export const describeStep = (step: IdeaStep): string => {
  if (step.kind === 'line') return step.text;
  if (step.kind === 'entry_filled') return 'Entry filled';
  if (step.kind === 'rest_closed') return 'Rest closed at entry';
  return `Exit ${step.level.slice(-1)} reached: ${step.share} % closed, the rest runs`;
};
