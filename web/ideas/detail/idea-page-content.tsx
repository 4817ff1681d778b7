import { type ReactNode, useDeferredValue, useState } from 'react';
import { hasEnded } from '../../../contract/ideas/ideas.ts';
import { getPlan } from '../../../contract/ideas/levels.ts';
import { TermIdea } from '../../glossary/term.tsx';
import { lazyPart } from '../../shared/loading/lazy-part.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { MultilineText } from '../../shared/ui/multiline-text.tsx';
import { loadingShape } from '../../shared/ui/skeleton.tsx';
import { BookmarkButton } from '../bookmarks/bookmark-button.tsx';
import { IdeaMedia } from '../idea-media.tsx';
import type { Idea } from '../idea-model.ts';
import { IdeaResult } from '../idea-result.tsx';
import { IdeaSteps } from '../idea-steps.tsx';
import { renderLevelTerm } from '../idea-terms.tsx';
import { LevelLadder } from '../ladder/level-ladder.tsx';
import { ChangesSinceRead } from '../reading/changes-since-read.tsx';
import { DeletedNotice } from '../reading/deleted-notice.tsx';
import { RevisionList } from '../revision-list.tsx';
import { DetailLevels } from './detail-levels.tsx';
import { IdeaHead } from './idea-head.tsx';
import { formatIdeaAsText } from './idea-text.ts';
import { PositionCalculator } from './position-calculator.tsx';
import { PrivateNote } from './private-note.tsx';

const IdeaReplay = lazyPart(() => import('./idea-replay.tsx'), {
  fallback: loadingShape('h-60 rounded-m'),
});

/** Whether the address asks for the replay, as links of lessons do. */
const isReplayLink = () => new URLSearchParams(location.search).has('replay');
const scrollToTop = (section: HTMLElement | null) => {
  if (isReplayLink()) section?.scrollIntoView();
};

type RenderUntil = (until: number) => ReactNode;

const Replay = ({ idea, renderUntil }: { idea: Idea; renderUntil: RenderUntil | undefined }) => {
  const [open, setOpen] = useState(isReplayLink);
  return (
    <section
      ref={scrollToTop}
      aria-labelledby="replay"
      className="@container grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <h2 id="replay" className="text-xl">
        Replay
      </h2>
      {open ? (
        <IdeaReplay ideaId={idea.id} pair={idea.pair} renderUntil={renderUntil} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <Button onClick={() => setOpen(true)}>
            <Icon name="play" size={18} />
            Replay this idea
          </Button>
          <p className="text-sm text-muted">From publication over every change, step by step.</p>
        </div>
      )}
    </section>
  );
};

/** Everything about an idea on a page of its own. A closed idea leads with its result. */
export const IdeaPageContent = ({
  idea,
  isDeleted,
  children,
  renderUntil,
}: {
  idea: Idea;
  isDeleted: boolean;
  /** Below the levels: what other rooms know of the idea. */
  children?: ReactNode;
  /** In the replay: what they know of the time until a step. */
  renderUntil?: RenderUntil;
}) => {
  // Deferred: what comes first is shown before the rest is rendered, so that a slow phone answers presses meanwhile.
  const hasRest = useDeferredValue(true, false);
  return (
    <div className="column grid grid-cols-[minmax(0,1fr)] gap-7 pb-10">
      {isDeleted && <DeletedNotice ideaId={idea.id} />}
      <IdeaResult idea={idea} />
      <div className="@container grid grid-cols-[minmax(0,1fr)] gap-5">
        <IdeaHead idea={idea} />
        <IdeaSteps idea={idea} />
        <ChangesSinceRead idea={idea} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-7 lg:grid-cols-[25rem_minmax(0,1fr)]">
        <div className="self-start rounded-m bg-sunken p-4.5">
          <TermIdea value={idea}>
            <LevelLadder
              levels={idea}
              plan={getPlan(idea)}
              pair={idea.pair}
              isInvalidated={idea.status === 'invalid'}
              hasPrice={!hasEnded(idea.status)}
              renderName={renderLevelTerm}
            />
          </TermIdea>
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6">
          <section aria-labelledby="notes" className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <h2 id="notes" className="text-xl">
              Notes
            </h2>
            {idea.notes ? (
              <MultilineText text={idea.notes} className="max-w-[68ch]" />
            ) : (
              <p className="text-sm text-faint">No notes added.</p>
            )}
          </section>
          <div className="grid grid-cols-1 gap-3">
            <DetailLevels idea={idea} />
            <div className="flex flex-wrap gap-2">
              <div className="-ml-3.5">
                <BookmarkButton ideaId={idea.id} pair={idea.pair} />
              </div>
              <CopyButton text={formatIdeaAsText(idea)} label="Copy idea" />
            </div>
          </div>
          {hasRest && (
            <>
              <PrivateNote ideaId={idea.id} />
              <IdeaMedia idea={idea} size="page" />
              <PositionCalculator idea={idea} />
            </>
          )}
        </div>
      </div>
      {hasRest && children}
      {hasRest && idea.version > 1 && <Replay idea={idea} renderUntil={renderUntil} />}
      {hasRest && (
        <section aria-labelledby="changes" className="grid gap-4">
          <h2 id="changes" className="text-xl">
            Change history
          </h2>
          <RevisionList ideaId={idea.id} />
        </section>
      )}
    </div>
  );
};
