import { memo, useMemo } from 'react';
import { IdeaCard } from '../../entities/idea/idea-card.tsx';
import type { DetailSection, Idea } from '../../entities/idea/idea-model.ts';
import { ChangesSinceRead } from '../../entities/idea/seen/changes-since-read.tsx';
import { useViewing } from '../../entities/idea/seen/use-viewing.ts';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';

type OnOpenDetail = (idea: Idea, part?: DetailSection) => void;

const CardActions = ({ idea, onOpen }: { idea: Idea; onOpen: OnOpenDetail }) => (
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

/** An idea card for customers: it shows what changed since the last visit and opens the detail. */
export const CustomerIdeaCard = memo(
  ({
    idea,
    shown,
    onOpen,
  }: {
    idea: Idea;
    /** Whether this is the current card of the carousel, not a neighbour that is partly visible. */
    shown: boolean;
    onOpen: OnOpenDetail;
  }) => {
    useViewing(idea, shown);
    // Memoised, so that a card does not render again when it becomes the current one.
    const notice = useMemo(() => <ChangesSinceRead idea={idea} />, [idea]);
    const foot = useMemo(() => <CardActions idea={idea} onOpen={onOpen} />, [idea, onOpen]);
    return <IdeaCard idea={idea} notice={notice} foot={foot} />;
  },
);
