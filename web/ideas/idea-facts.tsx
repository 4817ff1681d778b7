import type { ReactNode } from 'react';
import { Term } from '../glossary/term.tsx';
import { formatDisclosure } from './disclosure.ts';
import type { Idea } from './idea-model.ts';

/** A value that says what it is needs no name on a narrow card. */
const Fact = ({ name, isClear, children }: { name: ReactNode; isClear?: true; children: ReactNode }) => (
  <div className="flex min-w-0 gap-1.5 max-[19rem]:flex-wrap">
    <dt className={isClear && 'sr-only @min-[30rem]:not-sr-only'}>{name}</dt>
    <dd className="font-medium wrap-anywhere text-text">{children}</dd>
  </div>
);

/** Without a market where nobody chose it: an index counts as Forex (SPEC §4). */
type ListedFacts = Pick<Idea, 'time_frame' | 'idea_type'> & Partial<Pick<Idea, 'market_type'>>;

/** Time frame, type and market. */
export const IdeaFacts = ({ idea, children }: { idea: ListedFacts; children?: ReactNode }) => (
  <dl className="flex flex-wrap gap-x-3.5 gap-y-1.5 text-xs text-muted @min-[30rem]:gap-x-5 @min-[30rem]:text-sm">
    <Fact name={<Term slug="time-frame">Time frame</Term>}>{idea.time_frame}</Fact>
    <Fact name="Type" isClear>
      <Term slug={idea.idea_type === 'Leverage' ? 'leverage' : 'exchange'}>{idea.idea_type}</Term>
    </Fact>
    {idea.market_type && (
      <Fact name="Market" isClear>
        {idea.market_type}
      </Fact>
    )}
    {children}
  </dl>
);

/** With what the educator holds, where an idea is shown in full. */
export const DetailFacts = ({ idea }: { idea: Idea }) => (
  <IdeaFacts idea={idea}>
    <Fact name={<Term slug="own-position">Educator's own position</Term>}>
      {formatDisclosure(idea.disclosure)}
    </Fact>
  </IdeaFacts>
);
