import { type ReactNode, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import type { LadderLevels } from './ladder-layout.ts';
import { riskToReward } from './ladder-text.ts';
import { LevelLadder } from './level-ladder.tsx';

/**
 * The idea as it is being drawn, and the way to send it. Beside the fields where there is room; on a phone it sticks
 * to the lower edge, where the ladder unfolds above the button.
 */
export const IdeaFormPanel = ({
  levels,
  pair,
  children,
}: {
  levels: LadderLevels;
  pair: string;
  children: ReactNode;
}) => {
  const [open, setOpen] = useState(false);
  const ratio = riskToReward(levels);
  return (
    <div className="sticky bottom-0 z-10 border-t border-line bg-sunken lg:static lg:border-t-0 lg:border-l lg:border-line-soft">
      <div className="p-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-7 lg:sticky lg:top-6 lg:p-7">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="-mt-2 mb-1 flex h-11 w-full items-center gap-2 text-sm text-muted lg:hidden"
        >
          <Icon name="chart" size={18} />
          {open ? 'Hide the ladder' : 'Show the ladder'}
          <span className="ml-auto text-base font-semibold text-text">{ratio ?? '–'}</span>
          <Icon name="down" className={classNames(!open && 'rotate-180')} />
        </button>
        <div
          className={classNames(
            'mb-4 max-h-[56dvh] overflow-y-auto lg:mb-7 lg:block lg:max-h-none',
            !open && 'hidden',
          )}
        >
          <LevelLadder levels={levels} pair={pair} />
        </div>
        {children}
      </div>
    </div>
  );
};
