import { type ReactNode, useId, useState } from 'react';
import { TermIdea } from '../glossary/term.tsx';
import { renderLevelTerm } from '../ideas/idea-terms.tsx';
import { LevelLadder } from '../ideas/ladder/level-ladder.tsx';
import { useMedia, WIDE_SCREEN } from '../shared/hooks/use-media.ts';
import { formatRiskReward, hasAllLevels, type LadderLevels } from '../shared/level-text.ts';
import { classNames } from '../shared/ui/class-names.ts';
import { Icon } from '../shared/ui/icon.tsx';

const Hints = ({ hints, className }: { hints: readonly string[]; className: string }) => (
  <ul
    aria-live="polite"
    aria-label="Hints"
    className={classNames('grid gap-2 text-sm text-accent empty:hidden', className)}
  >
    {hints.map((hint) => (
      <li key={hint} className="flex gap-2 text-pretty">
        <Icon name="warning" size={18} className="mt-px" />
        {hint}
      </li>
    ))}
  </ul>
);

/**
 * The live ladder, the hints and the submit button. Beside the fields on a wide screen; on a phone it sticks to the
 * bottom edge, and ladder and hints expand above the button. Hints change with every digit, so they are placed where
 * they move no field.
 */
export const IdeaFormPanel = ({
  levels,
  pair,
  hints,
  children,
}: {
  levels: LadderLevels;
  pair: string;
  hints: readonly string[];
  children: ReactNode;
}) => {
  const [open, setOpen] = useState(false);
  const beside = useMedia(WIDE_SCREEN);
  const ladder = useId();
  return (
    <div className="sticky bottom-(--dock) z-10 border-t border-line bg-sunken lg:static lg:border-t-0 lg:border-l lg:border-line-soft">
      <div className="flex flex-col p-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-7 lg:sticky lg:top-6 lg:p-7">
        <div id={ladder} className={classNames('mb-4 lg:mb-7 lg:block', !open && 'hidden')}>
          <TermIdea value={hasAllLevels(levels) ? { ...levels, pair, plan: null } : null}>
            <LevelLadder levels={levels} pair={pair} compact={!beside} renderName={renderLevelTerm} />
          </TermIdea>
        </div>
        <Hints
          hints={hints}
          className={classNames('lg:order-1 lg:mt-5', open ? 'max-lg:mb-4' : 'max-lg:sr-only')}
        />
        <div className="flex flex-wrap gap-2 sm:gap-3">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={ladder}
            onClick={() => setOpen(!open)}
            className="flex h-12 items-center gap-2 rounded-[12px] border border-line px-3 text-sm font-semibold whitespace-nowrap lg:hidden"
          >
            <Icon name="chart" size={18} className="text-muted max-sm:hidden" />
            <span className="sr-only">{open ? 'Hide the ladder' : 'Show the ladder'}</span>
            {formatRiskReward(levels) ?? 'Ladder'}
            {hints.length > 0 && (
              <span className="flex items-center gap-1 text-accent">
                <Icon name="warning" size={16} />
                {hints.length}
                <span className="sr-only">{hints.length === 1 ? 'hint' : 'hints'}</span>
              </span>
            )}
            <Icon
              name="down"
              size={16}
              // A phone has room for the words of the buttons only.
              className={classNames('text-muted max-sm:hidden', !open && 'rotate-180')}
            />
          </button>
          {children}
        </div>
        <p className="mt-3 text-center text-xs text-faint max-lg:hidden">Ctrl+Enter to send</p>
      </div>
    </div>
  );
};
