import type { Levels } from '../../../contract/levels.ts';
import { LevelLadder } from '../../entities/idea/ladder/level-ladder.tsx';
import { DirectionChip } from '../../shared/ui/direction-chip.tsx';

type Example = { pair: string; facts: string; levels: Levels };

const front: Example = {
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
};

const behind: Example = {
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
};

const ExampleCard = ({ example, className }: { example: Example; className: string }) => (
  <div className={`rounded-l border border-line-soft bg-surface p-6 shadow-lift ${className}`}>
    <div className="mb-4 flex items-center gap-3">
      <span className="text-2xl font-bold tracking-[-0.03em]">{example.pair}</span>
      <DirectionChip order={example.levels.order_type} size="s" />
      <span className="ml-auto text-xs text-muted">{example.facts}</span>
    </div>
    <LevelLadder levels={example.levels} pair={example.pair} compact />
  </div>
);

/** Two overlapping sample ideas; decorative, so hidden from screen readers. */
export const LoginExample = () => (
  <div aria-hidden="true" className="relative max-w-160 animate-arrive">
    <ExampleCard
      example={behind}
      className="absolute top-6 right-0 w-92 opacity-55 [mask-image:linear-gradient(to_right,transparent,#000_60%)] max-xl:hidden [&>:first-child]:flex-row-reverse"
    />
    <ExampleCard example={front} className="relative w-full max-w-100" />
  </div>
);
