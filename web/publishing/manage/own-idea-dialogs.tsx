import type { Idea } from '../../ideas/idea-model.ts';
import { useLast } from '../../shared/hooks/use-last.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { OwnIdeaCard } from './own-idea-card.tsx';
import { ResultPrompt } from './result-prompt.tsx';

type Props = {
  /** Null closes the dialog. */
  idea: Idea | null;
  onClose: () => void;
  /** What gets the focus after closing. */
  findFocus: (idea: Idea) => HTMLElement | boolean;
};

/** The card of an own idea in a dialog. */
export const OwnIdeaDialog = ({
  idea,
  onClose,
  onEdit,
  onRemoved,
  findFocus,
}: Props & { onEdit: (idea: Idea) => void; onRemoved: () => void }) => {
  const shown = useLast(idea);
  if (!shown) return null;
  return (
    <Dialog
      open={idea !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Trade idea"
      size="l"
      finalFocus={() => findFocus(shown)}
    >
      <OwnIdeaCard key={shown.id} idea={shown} shown={idea !== null} onEdit={onEdit} onRemoved={onRemoved} />
    </Dialog>
  );
};

/** Asks for the result of an idea that was just closed. */
export const ResultDialog = ({ idea, onClose, findFocus }: Props) => {
  const shown = useLast(idea);
  if (!shown) return null;
  const isInvalid = shown.status === 'invalid';
  return (
    <Dialog
      open={idea !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`${shown.pair} is ${isInvalid ? 'invalid' : 'closed'}`}
      finalFocus={() => findFocus(shown)}
      description={`${isInvalid ? 'What did you learn?' : 'How did it end?'} You can add this later, too.`}
    >
      <ResultPrompt idea={shown} asked="with focus" onAnswered={onClose} />
    </Dialog>
  );
};
