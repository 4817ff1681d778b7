import { useState } from 'react';
import { isCompleted } from '../../../contract/ideas.ts';
import type { Idea } from '../../entities/idea/idea-model.ts';
import { Button } from '../../shared/ui/button.tsx';
import { focusRegion } from '../../shared/ui/focus-region.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { ResultForm } from './result-form.tsx';
import type { SaveIdea } from './use-inline-edit.ts';

/** The result form of a closed idea: shown after closing it (`asked`), or by its button. */
export const ResultPrompt = ({
  idea,
  asked,
  save,
  onAnswered,
}: {
  idea: Idea;
  asked: boolean;
  save: SaveIdea;
  onAnswered: () => void;
}) => {
  const [open, setOpen] = useState(false);
  if (!isCompleted(idea.status)) return null;
  return (
    <div ref={focusRegion}>
      {asked || open ? (
        <ResultForm
          // A new status starts a new form.
          key={idea.status}
          idea={idea}
          save={save}
          onDone={() => {
            setOpen(false);
            onAnswered();
          }}
        />
      ) : (
        <Button size="s" variant="quiet" className="-ml-3.5" onClick={() => setOpen(true)}>
          <Icon name="edit" size={16} />
          {idea.resultLevel ? 'Edit result' : 'Add result'}
        </Button>
      )}
    </div>
  );
};
