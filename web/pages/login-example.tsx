import { btcUsdExample, eurUsdExample } from '../../contract/ideas/example-levels.ts';
import type { Levels } from '../../contract/ideas/levels.ts';
import { LevelLadder } from '../ideas/ladder/level-ladder.tsx';
import { DirectionChip } from '../shared/ui/direction-chip.tsx';

type Example = { pair: string; facts: string; levels: Levels };

const front: Example = { pair: 'EUR/USD', facts: '4H · Leverage', levels: eurUsdExample };
const behind: Example = { pair: 'BTC/USD', facts: '1D · Exchange', levels: btcUsdExample };

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
