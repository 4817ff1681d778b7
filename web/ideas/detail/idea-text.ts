import { describeResult } from '../../../contract/ideas/idea-result.ts';
import { formatOrientation, invalidationMessage } from '../../../contract/ideas/ideas.ts';
import { getPlan, type Levels, levelFields, levelNames } from '../../../contract/ideas/levels.ts';
import { DISCLAIMER } from '../../../contract/shared/brand.ts';
import { isolateDirection } from '../../../contract/shared/text.ts';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { formatRiskReward } from '../../shared/level-text.ts';
import { formatDisclosure } from '../disclosure.ts';
import type { Idea } from '../idea-model.ts';
import { layoutLadder, type Rung } from '../ladder/ladder-layout.ts';
import { formatRungR } from '../ladder/ladder-text.ts';

type LevelRow = Pick<Rung, 'name' | 'kind' | 'price' | 'movedFrom'> & { r: string | null };

/** The levels from the highest price to the lowest, as on the ladder. */
export const listLevelRows = (levels: Levels, plan: Levels): LevelRow[] =>
  layoutLadder(levels, { height: 100, margin: 0, gap: 0 }, plan).rungs.map((rung) => ({
    ...rung,
    r: formatRungR(rung),
  }));

/** The idea as plain text for the clipboard, with the disclaimer. */
export const formatIdeaAsText = (idea: Idea): string => {
  const plan = getPlan(idea);
  const rows = new Map(listLevelRows(idea, plan).map((row) => [row.name, row]));
  const lines = levelFields.flatMap((name) => {
    const row = rows.get(name);
    if (!row) return [];
    const notes = [row.movedFrom && `moved from ${row.movedFrom}`, name !== 'invalidation_level' && row.r];
    const shown = notes.filter(Boolean).join(', ');
    return [`${levelNames[name]}: ${row.price}${shown && ` (${shown})`}`];
  });
  const ratio = formatRiskReward(plan);
  const result = describeResult(idea);
  const facts = [
    idea.pair,
    formatOrientation(idea.order_type),
    idea.idea_type,
    idea.market_type,
    idea.time_frame,
  ];
  return [
    [
      facts.join(' · '),
      `${isolateDirection(idea.educator_name)}, ${absoluteTime(idea.created_at, Number.POSITIVE_INFINITY)}`,
      `Educator's own position: ${formatDisclosure(idea.disclosure)}`,
    ],
    [...lines, ...(ratio ? [`Risk/reward: ${ratio}`] : [])],
    idea.status === 'invalid' ? [invalidationMessage(idea)] : [],
    result ? [`Result: ${[result.label, result.r].filter(Boolean).join(', ')}`] : [],
    idea.lesson ? [`Lesson: ${idea.lesson}`] : [],
    idea.notes ? [idea.notes] : [],
    idea.video_url ? [`Video: ${idea.video_url}`] : [],
    [DISCLAIMER],
  ]
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n');
};
