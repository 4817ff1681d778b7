import { useState } from 'react';
import { DISCLAIMER } from '../../../contract/brand.ts';
import { formatOrientation, invalidationMessage } from '../../../contract/ideas.ts';
import { IdeaAuthor } from '../../entities/idea/idea-author.tsx';
import { IdeaFacts } from '../../entities/idea/idea-facts.tsx';
import {
  type DetailSection,
  type Idea,
  levelFields,
  toLevels,
  toPlan,
} from '../../entities/idea/idea-model.ts';
import { formatRiskReward, levelNames } from '../../entities/idea/ladder/ladder-text.ts';
import { RevisionList } from '../../entities/idea/revision-list.tsx';
import { ChangesSinceRead } from '../../entities/idea/seen/changes-since-read.tsx';
import { StatusChip } from '../../entities/idea/status-chip.tsx';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { DirectionChip } from '../../shared/ui/direction-chip.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { DetailLevels, listLevelRows } from './detail-levels.tsx';
import { IdeaMedia } from './idea-media.tsx';
import { PositionCalculator } from './position-calculator.tsx';
import { useCurrentIdea } from './use-idea.ts';

/** The idea as plain text for the clipboard, with the disclaimer. */
export const formatIdeaAsText = (idea: Idea): string => {
  const levels = toLevels(idea);
  const plan = toPlan(idea);
  const rows = new Map(listLevelRows(levels, plan).map((row) => [row.name, row]));
  const lines = levelFields.flatMap((name) => {
    const row = rows.get(name);
    if (!row) return [];
    const notes = [row.movedFrom && `moved from ${row.movedFrom}`, name !== 'invalidation_level' && row.r];
    const shown = notes.filter(Boolean).join(', ');
    return [`${levelNames[name]}: ${row.price}${shown && ` (${shown})`}`];
  });
  const ratio = formatRiskReward(plan);
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

/** "Edited" with its time. Opens the change history of the idea. */
const EditHistory = ({ idea, initiallyOpen }: { idea: Idea; initiallyOpen: boolean }) => {
  const [open, setOpen] = useState(initiallyOpen);
  if (idea.version < 2) return null;
  return (
    <div className="grid gap-3">
      <Button
        size="s"
        variant="quiet"
        className="-ml-3.5 justify-self-start"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="edit" size={16} />
        {`Edited ${absoluteTime(idea.updatedAt, Date.now())}`}
        <Icon name="down" size={16} className={open ? 'rotate-180' : ''} />
      </Button>
      {open && (
        <div className="rounded-m border border-line-soft p-4">
          <RevisionList ideaId={idea.id} />
        </div>
      )}
    </div>
  );
};

/** The content of `IdeaDetail`, in a chunk of its own. */
const IdeaDetailContent = ({ idea: opened, section }: { idea: Idea; section: DetailSection }) => {
  const { idea, isDeleted } = useCurrentIdea(opened);
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <DirectionChip order={idea.orderType} />
        <StatusChip status={idea.status} />
        <IdeaFacts idea={idea} />
      </div>
      <IdeaAuthor idea={idea} />
      {isDeleted && (
        <Notice tone="error">The educator deleted this idea. This is the last version you saw.</Notice>
      )}
      {idea.status === 'invalid' && <Notice tone="error">{invalidationMessage(toLevels(idea))}</Notice>}
      <EditHistory idea={idea} initiallyOpen={section === 'changes'} />
      {section === 'everything' && <ChangesSinceRead idea={idea} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 @min-[44rem]:grid-cols-2">
        <div className="grid content-start gap-3">
          <DetailLevels idea={idea} />
          <div>
            <CopyButton text={formatIdeaAsText(idea)} label="Copy idea" />
          </div>
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
          {idea.notes ? (
            <p className="max-w-[64ch] text-pretty wrap-anywhere whitespace-pre-line">{idea.notes}</p>
          ) : (
            <p className="text-sm text-faint">No notes added.</p>
          )}
          <IdeaMedia idea={idea} />
          <PositionCalculator idea={idea} />
        </div>
      </div>
    </div>
  );
};

export default IdeaDetailContent;
