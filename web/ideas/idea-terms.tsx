import { formatOrientation, type OrderType } from '../../contract/ideas/ideas.ts';
import type { TermSlug } from '../glossary/glossary.ts';
import { renderTerm, Term } from '../glossary/term.tsx';
import { DirectionChip } from '../shared/ui/direction-chip.tsx';
import type { Idea } from './idea-model.ts';
import type { RenderName } from './ladder/level-rows.tsx';
import { StatusChip } from './status-chip.tsx';

export const levelTerms: Record<Parameters<RenderName>[0], TermSlug> = {
  'risk-reward': 'risk-reward',
  r: 'r',
  entry_1: 'entry',
  entry_2: 'second-entry',
  invalidation_level: 'invalidation',
  exit_1: 'exit',
  exit_2: 'exit',
  exit_3: 'exit',
};

/** The name of a level, or its R, as a word that opens its definition. */
export const renderLevelTerm: RenderName = (of, text, isRepeated = false) => (
  <Term slug={levelTerms[of]} isTabStop={!isRepeated}>
    {text}
  </Term>
);

const statusTerms: Partial<Record<Idea['status'], TermSlug>> = {
  pending: 'pending',
  successful: 'successful',
  success: 'successful',
  completed: 'successful',
  unsuccessful: 'unsuccessful',
  failure: 'unsuccessful',
  invalid: 'invalid',
};

/** The direction as a chip whose word opens its definition. */
export const DirectionTerm = ({ order }: { order: OrderType }) => (
  <DirectionChip order={order}>
    <Term slug={order === 'BUY' ? 'bullish' : 'bearish'}>{formatOrientation(order)}</Term>
  </DirectionChip>
);

/** Direction and status as chips whose words open their definitions. */
export const IdeaChips = ({ idea: { order_type, status } }: { idea: Idea }) => {
  const term = statusTerms[status];
  return (
    <>
      <DirectionTerm order={order_type} />
      <StatusChip status={status} {...(term && { renderText: (text) => renderTerm(term, text) })} />
    </>
  );
};
