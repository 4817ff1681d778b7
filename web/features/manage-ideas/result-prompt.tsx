import { useState } from 'react';
import { isCompleted } from '../../../contract/ideas.ts';
import type { Idea } from '../../entities/idea/idea-model.ts';
import { Button } from '../../shared/ui/button.tsx';
import { focusRegion } from '../../shared/ui/focus-region.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { ResultForm } from './result-form.tsx';
import type { SaveIdea } from './use-inline-edit.ts';

/** Below a completed idea: what became of it, asked at once after it was closed (`asked`), or on the educator's wish. */
export const OwnIdeaClosing = ({
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
  const [wished, setWished] = useState(false);
  if (!isCompleted(idea.status)) return null;
  return (
    <div ref={focusRegion}>
      {asked || wished ? (
        <ResultForm
          // Another status is another question.
          key={idea.status}
          idea={idea}
          save={save}
          onDone={() => {
            setWished(false);
            onAnswered();
          }}
        />
      ) : (
        <Button size="s" variant="quiet" className="-ml-3.5" onClick={() => setWished(true)}>
          <Icon name="edit" size={16} />
          {idea.resultLevel ? 'Change the result' : 'Say which level was reached'}
        </Button>
      )}
    </div>
  );
};
