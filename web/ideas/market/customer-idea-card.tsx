import { memo, useMemo } from 'react';
import { Link } from 'wouter';
import { isCompleted } from '../../../contract/ideas/ideas.ts';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { BookmarkButton } from '../bookmarks/bookmark-button.tsx';
import { IdeaCard } from '../idea-card.tsx';
import type { DetailSection, Idea } from '../idea-model.ts';
import { IdeaResult } from '../idea-result.tsx';
import { ChangesSinceRead } from '../reading/changes-since-read.tsx';
import { useViewing } from '../reading/use-viewing.ts';
import { StatusChip } from '../status-chip.tsx';
import { useCurrentIdea } from '../use-idea.ts';

type OnOpenDetail = (idea: Idea, part?: DetailSection) => void;

const CardActions = ({ idea, onOpen }: { idea: Idea; onOpen: OnOpenDetail }) => (
  <div className="mt-5 flex flex-wrap items-center gap-2">
    <Button aria-haspopup="dialog" data-details onClick={() => onOpen(idea)}>
      Details
      <Icon name="right" size={18} />
    </Button>
    <BookmarkButton ideaId={idea.id} pair={idea.pair} />
    {idea.version > 1 && (
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => onOpen(idea, 'changes')}>
        <Icon name="edit" size={16} />
        {`Edited ${absoluteTime(idea.updated_at)}`}
      </Button>
    )}
  </div>
);

/**
 * What became of an idea that left the list while it was read: its status, its result, and the lesson when it comes. An idea that is not
 * closed only stopped matching the filter.
 */
const LeftNotice = ({ idea: read }: { idea: Idea }) => {
  const { idea, isDeleted } = useCurrentIdea(read);
  if (isDeleted)
    return (
      <Notice tone="error" alert title="The educator deleted this idea. This is the last version you saw." />
    );
  if (!isCompleted(idea.status)) return <ChangesSinceRead idea={idea} />;
  return (
    <Notice tone="accent" alert title="This idea was closed. It stays here until you move on.">
      <div className="mt-3 grid gap-3">
        <div>
          <StatusChip status={idea.status} />
        </div>
        <IdeaResult idea={idea} />
        <p className="flex flex-wrap gap-x-4 font-medium">
          <Link href={paths.idea(idea.id)} className="quiet-link py-1">
            Open its page
          </Link>
          <Link href={paths.history(idea.market_type, idea.idea_type)} className="quiet-link py-1">
            {`${idea.idea_type} history`}
          </Link>
        </p>
      </div>
    </Notice>
  );
};

/** An idea card for customers: it shows what changed since the last visit and opens the detail. */
export const CustomerIdeaCard = memo(
  ({
    idea,
    shown,
    hasLeft,
    onOpen,
  }: {
    idea: Idea;
    /** Whether this is the current card of the carousel, not a neighbour that is partly visible. */
    shown: boolean;
    hasLeft: boolean;
    onOpen: OnOpenDetail;
  }) => {
    useViewing(idea, shown);
    // Memoised, so that a card does not render again when it becomes the current one.
    const notice = useMemo(
      () => (hasLeft ? <LeftNotice idea={idea} /> : <ChangesSinceRead idea={idea} />),
      [idea, hasLeft],
    );
    const foot = useMemo(() => <CardActions idea={idea} onOpen={onOpen} />, [idea, onOpen]);
    return <IdeaCard idea={idea} notice={notice} foot={foot} />;
  },
);
