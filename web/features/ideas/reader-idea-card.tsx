import { memo } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ChangedSinceRead } from './changed-since-read.tsx';
import { IdeaCard } from './idea-card.tsx';
import type { Idea } from './idea-model.ts';
import { useViewing } from './reading/use-viewing.ts';

/** An idea as a customer reads it: what changed since last time, and the way to everything of it. */
export const ReaderIdeaCard = memo(
  ({ idea, shown, onOpen }: { idea: Idea; shown: boolean; onOpen: (idea: Idea) => void }) => {
    useViewing(idea, shown);
    return (
      <IdeaCard
        idea={idea}
        notice={<ChangedSinceRead idea={idea} shown={shown} />}
        foot={
          <Button className="mt-5" aria-haspopup="dialog" onClick={() => onOpen(idea)}>
            Details
            <Icon name="right" size={18} />
          </Button>
        }
      />
    );
  },
);
