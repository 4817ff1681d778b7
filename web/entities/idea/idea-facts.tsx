import { formatDisclosure } from './disclosure.ts';
import type { Idea } from './idea-model.ts';

type Fact = readonly [name: string, value: string];

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="flex flex-wrap gap-x-3.5 gap-y-1 text-xs text-muted @min-[30rem]:gap-x-5 @min-[30rem]:text-sm">
    {facts.map(([name, value]) => (
      <div key={name} className="flex min-w-0 gap-1.5">
        <dt>{name}</dt>
        <dd className="font-medium wrap-anywhere text-text">{value}</dd>
      </div>
    ))}
  </dl>
);

type ListedFacts = Pick<Idea, 'timeFrame' | 'ideaType' | 'market'>;

const listFacts = (idea: ListedFacts): Fact[] => [
  ['Time frame', idea.timeFrame],
  ['Type', idea.ideaType],
  ['Market', idea.market],
];

/** Time frame, type and market. */
export const IdeaFacts = ({ idea }: { idea: ListedFacts }) => <Facts facts={listFacts(idea)} />;

/** With what the educator holds, where an idea is shown in full. */
export const DetailFacts = ({ idea }: { idea: Idea }) => (
  <Facts facts={[...listFacts(idea), ["Educator's own position", formatDisclosure(idea.disclosure)]]} />
);
