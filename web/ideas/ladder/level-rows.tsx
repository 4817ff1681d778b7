import type { ReactNode } from 'react';
import { levelNames } from '../../../contract/ideas/levels.ts';
import type { LevelName } from '../../shared/level-text.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import type { Rung } from './ladder-layout.ts';
import { formatRungR } from './ladder-text.ts';
import { nameColours } from './level-colours.ts';

/** Makes the name of a level, "Risk/reward" or a number of R something to press. `isRepeated` needs no tab stop. */
export type RenderName = (
  of: LevelName | 'risk-reward' | 'r',
  text: string,
  isRepeated?: boolean,
) => ReactNode;

/** Levels without their axis, for a font too large for it (`useLargeFont`). */
export const LevelRows = ({
  rungs,
  isInvalidated = false,
  renderName = (_, text) => text,
}: {
  rungs: readonly Pick<Rung, 'name' | 'kind' | 'price' | 'r'>[];
  isInvalidated?: boolean;
  renderName?: RenderName | undefined;
}) => (
  <dl className="grid gap-2 text-sm">
    {rungs.map((rung) => (
      <div key={rung.name} className="flex flex-wrap justify-between gap-x-3">
        <dt className={nameColours[rung.kind]}>{renderName(rung.name, levelNames[rung.name])}</dt>
        <dd className={classNames('font-semibold', isInvalidated && 'text-muted line-through')}>
          {[rung.price, formatRungR(rung)].filter(Boolean).join(' · ')}
        </dd>
      </div>
    ))}
  </dl>
);
