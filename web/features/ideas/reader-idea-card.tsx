import { memo, useMemo } from 'react';
import { absoluteTime } from '../../lib/absolute-time.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ChangedSinceRead } from './changed-since-read.tsx';
import type { DetailPart } from './detail/detail-part.ts';
import { IdeaCard } from './idea-card.tsx';
import type { Idea } from './idea-model.ts';
import { useViewing } from './reading/use-viewing.ts';

type OpenDetail = (idea: Idea, part?: DetailPart) => void;

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
    const notice = useMemo(() => <ChangedSinceRead idea={idea} />, [idea]);
    const foot = useMemo(() => <CardActions idea={idea} onOpen={onOpen} />, [idea, onOpen]);
    return <IdeaCard idea={idea} notice={notice} foot={foot} />;
  },
);
