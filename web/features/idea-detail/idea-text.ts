import { DISCLAIMER } from '../../../contract/brand.ts';
import { formatOrientation, invalidationMessage } from '../../../contract/ideas.ts';
import { type Idea, levelsOf } from '../../entities/idea/idea-model.ts';
import type { LevelName } from '../../entities/idea/ladder/ladder-layout.ts';
import { levelNames, riskToReward } from '../../entities/idea/ladder/ladder-text.ts';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { levelRows } from './level-rows.ts';

/** As one would write it down: where to enter, where it is wrong, where to leave. */
const order: readonly LevelName[] = [
  'entry_1',
  'entry_2',
  'invalidation_level',
  'exit_1',
  'exit_2',
  'exit_3',
];

/** The whole idea as text, to be pasted somewhere. The disclaimer goes with it. */
export const ideaText = (idea: Idea): string => {
  const levels = levelsOf(idea);
  const rows = new Map(levelRows(levels).map((row) => [row.name, row]));
  const lines = order.flatMap((name) => {
    const row = rows.get(name);
    const r = row?.r && name !== 'invalidation_level' ? ` (${row.r})` : '';
    return row ? [`${levelNames[name]}: ${row.price}${r}`] : [];
  });
  const ratio = riskToReward(levels);
  const facts = [idea.pair, formatOrientation(idea.orderType), idea.ideaType, idea.market, idea.timeFrame];
  return [
    [facts.join(' · '), `${idea.educatorName}, ${absoluteTime(idea.createdAt, Number.POSITIVE_INFINITY)}`],
    [...lines, ...(ratio ? [`Risk to reward: ${ratio}`] : [])],
    idea.status === 'invalid' ? [invalidationMessage(levels)] : [],
    idea.notes ? [idea.notes] : [],
    idea.videoUrl ? [`Video: ${idea.videoUrl}`] : [],
    [DISCLAIMER],
  ]
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n');
};
