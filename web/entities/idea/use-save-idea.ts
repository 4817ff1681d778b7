import { useCallback, useState } from 'react';
import type { IdeaChangesInput } from '../../../contract/idea-writing.ts';
import { changeIdea, findConflicts, IdeaConflict } from './idea-calls.ts';
import type { IdeaField } from './idea-fields.ts';
import type { Idea } from './idea-model.ts';
import { rememberChange } from './undo.ts';

type Choice = 'mine' | 'theirs' | 'later';

/** A conflict that waits for the educator's choice. */
export type OpenConflict = {
  fields: IdeaField[];
  current: Idea;
  changes: IdeaChangesInput;
  choose: (choice: Choice) => void;
};

export type Saved =
  | { outcome: 'saved'; idea: Idea }
  /** The current values stay; `idea` has them. */
  | { outcome: 'theirs'; idea: Idea; fields: IdeaField[] }
  /** Closed without a choice: the typed values stay in the form. */
  | { outcome: 'later' };

/** Saves changes of an idea. On a conflict (409, DESIGN §3) it asks the educator and waits. */
export const useSaveIdea = () => {
  const [conflicts, setConflicts] = useState<readonly OpenConflict[]>([]);

  const save = useCallback(async (base: Idea, changes: IdeaChangesInput): Promise<Saved> => {
    let on = base;
    for (;;) {
      try {
        const idea = await changeIdea(on, changes);
        if (idea.version > on.version) rememberChange(idea);
        return { outcome: 'saved', idea };
      } catch (failure) {
        if (!(failure instanceof IdeaConflict)) throw failure;
        const { current } = failure;
        const fields = findConflicts(on, current, changes);
        const choice = await new Promise<Choice>((choose) =>
          // Other saves may be waiting for an answer too.
          setConflicts((waiting) => [...waiting, { fields, current, changes, choose }]),
        );
        setConflicts((waiting) => waiting.filter((conflict) => conflict.fields !== fields));
        if (choice === 'theirs') return { outcome: 'theirs', idea: current, fields };
        if (choice === 'later') return { outcome: 'later' };
        on = current;
      }
    }
  }, []);

  return { save, conflict: conflicts[0] ?? null };
};
