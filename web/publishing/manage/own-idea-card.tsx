import { useState } from 'react';
import { useLocation } from 'wouter';
import type { IdeaStatus } from '../../../contract/ideas/ideas.ts';
import { levelFields } from '../../../contract/ideas/levels.ts';
import { OwnPrices } from '../../candles/own-prices.tsx';
import { IdeaCard } from '../../ideas/idea-card.tsx';
import { IdeaMedia } from '../../ideas/idea-media.tsx';
import type { Idea } from '../../ideas/idea-model.ts';
import { RevisionList } from '../../ideas/revision-list.tsx';
import { useUndo } from '../../ideas/undo.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../shared/ui/dialog.tsx';
import { rememberFocus } from '../../shared/ui/focus-region.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { copyAsNew } from '../copied-idea.ts';
import { IdeaDeliveries } from './idea-deliveries.tsx';
import { IdeaPosts } from './idea-posts.tsx';
import { InlineLevel } from './inline-level.tsx';
import { InlineNotes } from './inline-notes.tsx';
import { ResultPrompt } from './result-prompt.tsx';
import { listStatusChoices } from './status-choices.ts';
import { StepActions } from './step-actions.tsx';
import { useIdeaActions } from './use-idea-actions.ts';

/** During a request no button takes clicks, and each keeps the focus. */
const StatusActions = ({
  idea,
  busy,
  onStatus,
}: {
  idea: Idea;
  busy: ReturnType<typeof useIdeaActions>['busy'];
  onStatus: (status: IdeaStatus) => void;
}) => (
  <fieldset className="flex flex-wrap gap-2">
    <legend className="sr-only">Status</legend>
    {listStatusChoices(idea).map(({ status, label, icon, variant }) => (
      <Button
        key={status}
        size="s"
        variant={variant}
        busy={busy === status}
        aria-disabled={busy !== null}
        onClick={() => onStatus(status)}
      >
        {busy !== status && <Icon name={icon} size={16} className="max-[19rem]:hidden" />}
        {label}
      </Button>
    ))}
  </fieldset>
);

/** The card of an educator's own idea, with its actions. */
export const OwnIdeaCard = ({
  idea,
  shown,
  onEdit,
  onRemoved,
}: {
  idea: Idea;
  /** Whether this is the current card of the carousel. */
  shown: boolean;
  onEdit: (idea: Idea) => void;
  onRemoved: () => void;
}) => {
  const { busy, setStatus, remove } = useIdeaActions(idea);
  const undo = useUndo(idea);
  const [, navigate] = useLocation();
  const [confirmingDelete, setConfirmingDelete] = useState(false);
  // The new status, because the card may still render the previous one.
  const [asked, setAsked] = useState<{ status: IdeaStatus; how: 'with focus' | 'without focus' } | null>(
    null,
  );
  const [historyOpen, setHistoryOpen] = useState(false);
  const isInvalidated = idea.status === 'invalid';
  const deleteIdea = async () => {
    const isFocusHere = rememberFocus();
    const removed = await remove();
    const mayMoveFocus = isFocusHere();
    setConfirmingDelete(false);
    if (removed && mayMoveFocus) onRemoved();
  };
  const changeStatus = async (status: IdeaStatus) => {
    const isFocusHere = rememberFocus();
    if (await setStatus(status)) setAsked({ status, how: isFocusHere() ? 'with focus' : 'without focus' });
  };
  return (
    <IdeaCard idea={idea}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <section aria-label="Levels" className="grid gap-2 @min-[15rem]:grid-cols-2 @min-[30rem]:grid-cols-3">
          {levelFields.map((name) => (
            <InlineLevel key={name} idea={idea} name={name} isInvalidated={isInvalidated} />
          ))}
        </section>
        <InlineNotes idea={idea} />
        <OwnPrices idea={idea} />
        {!idea.closed_at && <StepActions idea={idea} />}
        <ResultPrompt
          idea={idea}
          asked={asked?.status === idea.status && asked.how}
          onAnswered={() => setAsked(null)}
        />
        <IdeaMedia idea={idea} size="card" />
        <div className="grid gap-1">
          <IdeaDeliveries idea={idea} shown={shown} />
          <IdeaPosts idea={idea} shown={shown} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-3 border-t border-line-soft pt-5">
          <StatusActions idea={idea} busy={busy} onStatus={(status) => void changeStatus(status)} />
          <div data-focus-region="" className="-ml-3 flex flex-wrap gap-1">
            {undo && (
              <Button size="s" className="ml-3 px-3" onClick={undo}>
                <Icon name="undo" size={16} />
                Undo
              </Button>
            )}
            <Button
              size="s"
              variant="quiet"
              className="px-3"
              aria-haspopup="dialog"
              onClick={() => setHistoryOpen(true)}
            >
              <Icon name="clock" size={16} />
              History
            </Button>
            <Button
              size="s"
              variant="quiet"
              className="px-3"
              onClick={() => {
                copyAsNew(idea);
                navigate(paths.newIdea);
              }}
            >
              <Icon name="copy" size={16} />
              Copy as new
            </Button>
            <Button size="s" className="px-3" onClick={() => onEdit(idea)}>
              <Icon name="edit" size={16} />
              Edit
            </Button>
            <Button
              size="s"
              variant="quiet"
              className="px-3"
              disabled={busy !== null}
              onClick={() => setConfirmingDelete(true)}
            >
              <Icon name="trash" size={16} />
              Delete
            </Button>
          </div>
        </div>
      </div>
      <Dialog open={historyOpen} onOpenChange={setHistoryOpen} title={`${idea.pair} change history`}>
        <RevisionList ideaId={idea.id} />
      </Dialog>
      <ConfirmDialog
        open={confirmingDelete}
        onOpenChange={setConfirmingDelete}
        title="Are you sure you want to delete this trade idea?"
        description={`${idea.pair} disappears for customers immediately. Its history stays, and your track record counts it as deleted.`}
        confirmLabel="Delete"
        busy={busy === 'delete'}
        onConfirm={() => void deleteIdea()}
      />
    </IdeaCard>
  );
};
