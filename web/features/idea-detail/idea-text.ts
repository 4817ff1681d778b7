import { DISCLAIMER } from '../../../contract/brand.ts';
import { formatOrientation, invalidationMessage } from '../../../contract/ideas.ts';
import { type Idea, toLevels } from '../../entities/idea/idea-model.ts';
import type { LevelName } from '../../entities/idea/ladder/ladder-layout.ts';
import { formatRiskReward, levelNames } from '../../entities/idea/ladder/ladder-text.ts';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { listLevelRows } from './level-rows.ts';

/** In the order a trader writes them down: entries, invalidation, exits. */
const levelOrder: readonly LevelName[] = [
  'entry_1',
  'entry_2',
  'invalidation_level',
  'exit_1',
  'exit_2',
  'exit_3',
];

/** The idea as plain text for the clipboard, with the disclaimer. */
export const formatIdeaAsText = (idea: Idea): string => {
  const levels = toLevels(idea);
  const rows = new Map(listLevelRows(levels).map((row) => [row.name, row]));
  const lines = levelOrder.flatMap((name) => {
    const row = rows.get(name);
    const r = row?.r && name !== 'invalidation_level' ? ` (${row.r})` : '';
    return row ? [`${levelNames[name]}: ${row.price}${r}`] : [];
  });
  const ratio = formatRiskReward(levels);
  const facts = [idea.pair, formatOrientation(idea.orderType), idea.ideaType, idea.market, idea.timeFrame];
  return [
    [facts.join(' · '), `${idea.educatorName}, ${absoluteTime(idea.createdAt, Number.POSITIVE_INFINITY)}`],
    [...lines, ...(ratio ? [`Risk/reward: ${ratio}`] : [])],
    idea.status === 'invalid' ? [invalidationMessage(levels)] : [],
    idea.notes ? [idea.notes] : [],
    idea.videoUrl ? [`Video: ${idea.videoUrl}`] : [],
    [DISCLAIMER],
  ]
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n');
};
