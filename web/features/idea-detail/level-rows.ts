import type { Levels } from '../../../contract/levels.ts';
import { type LevelName, layoutLadder, type RungKind } from '../../entities/idea/ladder/ladder-layout.ts';
import { formatRungR } from '../../entities/idea/ladder/ladder-text.ts';

export type LevelRow = { name: LevelName; kind: RungKind; price: string; r: string | null };

/** The levels from the highest price to the lowest, as on the ladder. */
export const listLevelRows = (levels: Levels): LevelRow[] =>
  layoutLadder(levels, { height: 100, margin: 0, gap: 0 }).rungs.map(({ name, kind, price, r }) => ({
    name,
    kind,
    price,
    r: formatRungR({ name, r }),
  }));
