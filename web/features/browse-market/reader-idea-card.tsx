import { memo, useMemo } from 'react';
import { IdeaCard } from '../../entities/idea/idea-card.tsx';
import type { DetailSection, Idea } from '../../entities/idea/idea-model.ts';
import { ChangesSinceRead } from '../../entities/idea/seen/changes-since-read.tsx';
import { useViewing } from '../../entities/idea/seen/use-viewing.ts';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';

type OpenDetail = (idea: Idea, part?: DetailSection) => void;

const CardActions = ({ idea, onOpen }: { idea: Idea; onOpen: OpenDetail }) => (
  <div className="mt-5 flex flex-wrap items-center gap-2">
    <Button aria-haspopup="dialog" onClick={() => onOpen(idea)}>
      Details
      <Icon name="right" size={18} />
    </Button>
    {idea.version > 1 && (
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => onOpen(idea, 'changes')}>
        <Icon name="edit" size={16} />
        {`Edited ${absoluteTime(idea.updatedAt, Date.now())}`}
      </Button>
    )}
  </div>
);

/** An idea as a customer reads it: what changed since last time, and the way to everything of it. */
export const ReaderIdeaCard = memo(
  ({
    idea,
    shown,
    onOpen,
  }: {
    idea: Idea;
    /** Whether this is the card one reads, not a neighbour that peeks. */
    shown: boolean;
    onOpen: OpenDetail;
  }) => {
    useViewing(idea, shown);
    // Kept, so that a card which becomes the one that is read is not drawn anew.
    const notice = useMemo(() => <ChangesSinceRead idea={idea} />, [idea]);
    const foot = useMemo(() => <CardActions idea={idea} onOpen={onOpen} />, [idea, onOpen]);
    return <IdeaCard idea={idea} notice={notice} foot={foot} />;
  },
);
