import type { Idea } from './idea-model.ts';

/** Time frame, type and market. */
export const IdeaFacts = ({ idea }: { idea: Idea }) => (
  <dl className="flex flex-wrap gap-x-3.5 gap-y-1 text-xs text-muted @min-[30rem]:gap-x-5 @min-[30rem]:text-sm">
    {[
      ['Time frame', idea.timeFrame],
      ['Type', idea.ideaType],
      ['Market', idea.market],
    ].map(([name, value]) => (
      <div key={name} className="flex min-w-0 gap-1.5">
        <dt>{name}</dt>
        <dd className="font-medium wrap-anywhere text-text">{value}</dd>
      </div>
    ))}
  </dl>
);
