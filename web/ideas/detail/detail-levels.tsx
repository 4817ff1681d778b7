import { getPlan, levelNames } from '../../../contract/ideas/levels.ts';
import { Term, TermIdea } from '../../glossary/term.tsx';
import { formatRiskReward } from '../../shared/level-text.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import type { Idea } from '../idea-model.ts';
import { renderLevelTerm } from '../idea-terms.tsx';
import { nameColours } from '../ladder/level-colours.ts';
import { listLevelRows } from './idea-text.ts';

/** Every level with its R and a copy button, from the highest price to the lowest. */
export const DetailLevels = ({ idea }: { idea: Idea }) => {
  const plan = getPlan(idea);
  const isInvalidated = idea.status === 'invalid';
  return (
    <section aria-label="Levels" className="rounded-m bg-sunken px-4 py-3">
      <TermIdea value={idea}>
        <dl className="divide-y divide-line-soft">
          {listLevelRows(idea, plan).map(({ name, kind, price, movedFrom, r }, index, rows) => (
            <div key={name} className="flex min-h-12 flex-wrap items-center gap-3 py-1.5">
              <dt
                className={classNames(
                  'w-24 shrink-0 text-sm font-semibold max-[18rem]:w-full',
                  nameColours[kind],
                )}
              >
                {renderLevelTerm(name, levelNames[name])}
              </dt>
              <dd
                className={classNames(
                  'min-w-0 flex-1 font-semibold break-all tabular-nums max-[19rem]:basis-full',
                  isInvalidated && 'text-muted line-through decoration-1',
                )}
              >
                {price}
                {movedFrom && (
                  <span className="block text-xs font-normal break-normal text-muted">
                    <Term slug="published-plan">moved</Term> from{' '}
                    <s className="inline-block break-all decoration-1">{movedFrom}</s>
                  </span>
                )}
              </dd>
              <dd className="shrink-0 text-sm text-muted tabular-nums">
                {r &&
                  renderLevelTerm(
                    'r',
                    r,
                    rows.slice(0, index).some((row) => row.r),
                  )}
              </dd>
              <dd className="-mr-2.5 shrink-0">
                <CopyButton text={price} label={`Copy ${levelNames[name].toLowerCase()}`} iconOnly />
              </dd>
            </div>
          ))}
          <div className="flex min-h-12 items-center justify-between gap-3">
            <dt className="text-sm text-muted">{renderLevelTerm('risk-reward', 'Risk/reward')}</dt>
            <dd className="text-lg font-semibold">{formatRiskReward(plan) ?? '–'}</dd>
          </div>
        </dl>
      </TermIdea>
    </section>
  );
};
