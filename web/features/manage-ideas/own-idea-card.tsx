import { useState } from 'react';
import { type IdeaStatus, isCompleted, normalizeStatus } from '../../../contract/ideas.ts';
import { CardMedia } from '../../entities/idea/card-media.tsx';
import { IdeaCard } from '../../entities/idea/idea-card.tsx';
import { levelFields } from '../../entities/idea/idea-form-values.ts';
import type { Idea } from '../../entities/idea/idea-model.ts';
import { RevisionList } from '../../entities/idea/revision-list.tsx';
import { Button, type ButtonVariant } from '../../shared/ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../shared/ui/dialog.tsx';
import { Icon, type IconName } from '../../shared/ui/icon.tsx';
import { IdeaDeliveries } from './idea-deliveries.tsx';
import { InlineLevel } from './inline-level.tsx';
import { InlineNotes } from './inline-notes.tsx';
import { OwnIdeaClosing } from './result-prompt.tsx';
import { useIdeaActions } from './use-idea-actions.ts';
import type { SaveIdea } from './use-inline-edit.ts';

const outcomes: { status: IdeaStatus; label: string; icon: IconName; variant: ButtonVariant }[] = [
  { status: 'successful', label: 'Successful', icon: 'check', variant: 'rise' },
  { status: 'unsuccessful', label: 'Unsuccessful', icon: 'x', variant: 'fall' },
  { status: 'invalid', label: 'Invalid', icon: 'warning', variant: 'secondary' },
];

/**
 * SPEC §4: any outcome at any time; whatever is not pending can be reset to pending. While one is under way a second press does
 * nothing.
 */
const StatusActions = ({
  idea,
  busy,
  onStatus,
}: {
  idea: Idea;
  busy: IdeaStatus | 'delete' | null;
  onStatus: (status: IdeaStatus) => void;
}) => {
  const now = normalizeStatus(idea.status);
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Status</legend>
      {outcomes
        .filter(({ status }) => status !== now)
        .map(({ status, label, icon, variant }) => (
          <Button
            key={status}
            size="s"
            variant={variant}
            busy={busy === status}
            onClick={() => onStatus(status)}
          >
            {busy !== status && <Icon name={icon} size={16} />}
            {label}
          </Button>
        ))}
      {now !== 'pending' && (
        <Button
          size="s"
          variant="quiet"
          className="px-2.5"
          busy={busy === 'pending'}
          onClick={() => onStatus('pending')}
        >
          Reset to pending
        </Button>
      )}
    </fieldset>
  );
};

/** An educator's own idea, with everything they may do to it. */
export const OwnIdeaCard = ({
  idea,
  shown,
  save,
  onEdit,
  onRemoved,
}: {
  idea: Idea;
  /** In the carousel's middle, rather than beside it. */
  shown: boolean;
  save: SaveIdea;
  onEdit: (idea: Idea) => void;
  onRemoved: () => void;
}) => {
  const { busy, setStatus, remove } = useIdeaActions(idea, save);
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState(false);
  const [reading, setReading] = useState(false);
  const struck = idea.status === 'invalid';
  const confirmed = async () => {
    const removed = await remove();
    setAsking(false);
    if (removed) onRemoved();
  };
  const close = async (status: IdeaStatus) => {
    if (await setStatus(status)) setAsked(isCompleted(status));
  };
  return (
    <IdeaCard idea={idea}>
      <div className="grid gap-5">
        <section aria-label="Levels" className="grid grid-cols-2 gap-2 @min-[30rem]:grid-cols-3">
          {levelFields.map((name) => (
            <InlineLevel key={name} idea={idea} name={name} struck={struck} save={save} />
          ))}
        </section>
        <InlineNotes idea={idea} save={save} />
        <OwnIdeaClosing idea={idea} asked={asked} save={save} onAnswered={() => setAsked(false)} />
        <CardMedia idea={idea} />
        <IdeaDeliveries idea={idea} shown={shown} />
        <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-3 border-t border-line-soft pt-5">
          <StatusActions idea={idea} busy={busy} onStatus={(status) => void close(status)} />
          <div className="-ml-3 flex flex-wrap gap-1">
            <Button
              size="s"
              variant="quiet"
              className="px-3"
              aria-haspopup="dialog"
              onClick={() => setReading(true)}
            >
              <Icon name="clock" size={16} />
              History
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
              onClick={() => setAsking(true)}
            >
              <Icon name="trash" size={16} />
              Delete
            </Button>
          </div>
        </div>
      </div>
      <Dialog open={reading} onOpenChange={setReading} title={`${idea.pair} change history`}>
        <RevisionList ideaId={idea.id} />
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Are you sure you want to delete this trade idea?"
        description={`${idea.pair} leaves every customer's list at once. Its history stays in the ledger.`}
        confirmLabel="Delete"
        busy={busy === 'delete'}
        onConfirm={() => void confirmed()}
      />
    </IdeaCard>
  );
};
