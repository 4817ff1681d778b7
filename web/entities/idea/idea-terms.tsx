import { formatOrientation } from '../../../contract/ideas.ts';
import { DirectionChip } from '../../shared/ui/direction-chip.tsx';
import type { TermSlug } from '../glossary/glossary.ts';
import { Term } from '../glossary/term.tsx';
import type { Idea } from './idea-model.ts';
import type { RenderName } from './ladder/level-ladder.tsx';
import { StatusChip } from './status-chip.tsx';

const levelTerms: Record<Parameters<RenderName>[0], TermSlug> = {
  'risk-reward': 'risk-reward',
  entry_1: 'entry',
  entry_2: 'second-entry',
  invalidation_level: 'invalidation',
  exit_1: 'exit',
  exit_2: 'exit',
  exit_3: 'exit',
};

/** The name of a level as a word that opens its definition. */
export const renderLevelTerm: RenderName = (of, text) => <Term slug={levelTerms[of]}>{text}</Term>;

const statusTerms: Partial<Record<Idea['status'], TermSlug>> = {
  pending: 'pending',
  successful: 'successful',
  success: 'successful',
  unsuccessful: 'unsuccessful',
  failure: 'unsuccessful',
  invalid: 'invalid',
};

/** Direction and status as chips whose words open their definitions. */
export const IdeaChips = ({ idea: { orderType, status } }: { idea: Idea }) => {
  const term = statusTerms[status];
  return (
    <>
      <DirectionChip order={orderType}>
        <Term slug={orderType === 'BUY' ? 'bullish' : 'bearish'}>{formatOrientation(orderType)}</Term>
      </DirectionChip>
      <StatusChip status={status} {...(term && { renderText: (text) => <Term slug={term}>{text}</Term> })} />
    </>
  );
};
