import { lazy, Suspense, useSyncExternalStore } from 'react';
import { DISCLAIMER } from '../../contract/brand.ts';
import type { Levels } from '../../contract/levels.ts';
import { DirectionChip } from '../ui/direction-chip.tsx';
import { Mark } from '../ui/mark.tsx';

const LevelLadder = lazy(() =>
  import('../features/ideas/level-ladder.tsx').then(({ LevelLadder }) => ({ default: LevelLadder })),
);

type Example = { pair: string; facts: string; levels: Levels };

const examples: readonly [Example, Example] = [
  {
    pair: 'EUR/USD',
    facts: '4H · Leverage',
    levels: {
      order_type: 'BUY',
      entry_1: '1.0842',
      entry_2: '1.0811',
      invalidation_level: '1.0755',
      exit_1: '1.0921',
      exit_2: '1.0985',
      exit_3: '1.1062',
    },
  },
  {
    pair: 'BTC/USD',
    facts: '1D · Exchange',
    levels: {
      order_type: 'SELL',
      entry_1: '64250.5',
      entry_2: null,
      invalidation_level: '65900',
      exit_1: '61800',
      exit_2: '60150',
      exit_3: null,
    },
  },
];

/** The width from which the story stands beside the form. Phones neither show nor load its drawings. */
const WIDE = '(min-width: 64rem)';
const subscribe = (listener: () => void) => {
  const query = matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};
const useWide = () => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);

const Proof = ({ example, className }: { example: Example; className: string }) => (
  <div className={`rounded-l border border-line-soft bg-surface p-6 shadow-lift ${className}`}>
    <div className="mb-4 flex items-center gap-3">
      <span className="text-2xl font-bold tracking-[-0.03em]">{example.pair}</span>
      <DirectionChip order={example.levels.order_type} size="s" />
      <span className="ml-auto text-xs text-muted">{example.facts}</span>
    </div>
    <div className="min-h-70">
      <Suspense>
        <LevelLadder levels={example.levels} pair={example.pair} compact />
      </Suspense>
    </div>
  </div>
);

/** On a phone: the ladder laid down, as a line under the promise. */
const SmallStory = () => (
  <div>
    <p className="text-2xl leading-tight font-bold tracking-[-0.03em]">Every idea, drawn to scale.</p>
    <svg viewBox="0 0 312 44" aria-hidden="true" className="mt-4 w-full max-w-100">
      <defs>
        <pattern id="risk" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2" height="6" fill="var(--fall)" />
        </pattern>
        <linearGradient id="reward">
          <stop stopColor="var(--rise)" stopOpacity=".2" />
          <stop offset="1" stopColor="var(--rise)" stopOpacity=".8" />
        </linearGradient>
      </defs>
      <rect x="1" y="4" width="88" height="12" rx="4" fill="url(#risk)" opacity=".7" />
      <rect x="89" y="4" width="222" height="12" rx="4" fill="url(#reward)" />
      <path d="M89 0V20" stroke="var(--note)" strokeWidth="2" />
      <path d="M169 0V20M233 0V20M311 0V20" stroke="var(--rise)" strokeWidth="2" />
      <path d="M1 0V20" stroke="var(--fall)" strokeWidth="2" />
      <g fill="var(--muted)" fontSize="12">
        <text x="0" y="38">
          1.0755
        </text>
        <text x="89" y="38" textAnchor="middle">
          1.0842
        </text>
        <text x="169" y="38" textAnchor="middle">
          0.9R
        </text>
        <text x="233" y="38" textAnchor="middle">
          1.6R
        </text>
        <text x="312" y="38" textAnchor="end">
          2.5R
        </text>
      </g>
    </svg>
  </div>
);

/** What one signs in for, beside the form. The drawings are examples and hidden from screen readers. */
export const LoginStory = () => {
  const wide = useWide();
  return (
    <section
      aria-label="About Chartlark"
      className="relative flex flex-col justify-between gap-7 px-6 pt-6 lg:gap-10 lg:border-r lg:border-line-soft lg:bg-linear-to-b lg:from-transparent lg:to-sunken lg:px-14 lg:py-12"
    >
      <Mark withName size={32} className="text-xl" />
      {wide ? (
        <>
          <div>
            <p className="max-w-[11ch] text-6xl leading-[1.02] font-bold tracking-[-0.04em] text-balance">
              Every idea, drawn to scale.
            </p>
            <p className="mt-5 max-w-[44ch] text-lg text-pretty text-muted">
              Seven educators. Entries, invalidation and exits you can see before you read, and a record that
              counts the losses too.
            </p>
            <div aria-hidden="true" className="relative mt-9 max-w-160">
              <Proof
                example={examples[1]}
                className="absolute top-6 right-0 w-92 opacity-55 [mask-image:linear-gradient(to_right,transparent,#000_60%)] max-xl:hidden [&>:first-child]:flex-row-reverse"
              />
              <Proof example={examples[0]} className="relative w-full max-w-100" />
            </div>
          </div>
          <p className="max-w-[70ch] text-xs text-pretty text-faint">{DISCLAIMER}</p>
        </>
      ) : (
        <SmallStory />
      )}
    </section>
  );
};
