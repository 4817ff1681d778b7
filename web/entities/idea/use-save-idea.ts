import { useCallback, useState } from 'react';
import type { IdeaChangesInput } from '../../../contract/idea-writing.ts';
import { changeIdea, contested, IdeaConflict } from './idea-calls.ts';
import type { IdeaField } from './idea-fields.ts';
import type { Idea } from './idea-model.ts';

export type Choice = 'mine' | 'theirs' | 'later';

/** Two values for the same fields, waiting for the educator. */
export type OpenConflict = {
  fields: IdeaField[];
  current: Idea;
  changes: IdeaChangesInput;
  choose: (choice: Choice) => void;
};

export type Saved =
  | { outcome: 'saved'; idea: Idea }
  /** The other values stay; they are in `idea`. */
  | { outcome: 'theirs'; idea: Idea; fields: IdeaField[] }
  /** Nothing was decided: what was typed is still there. */
  | { outcome: 'later' };

/** Saves changes of an idea; where somebody changed the same fields, it asks and waits (DESIGN §3: 409 carries both values). */
export const useSaveIdea = () => {
  const [conflict, setConflict] = useState<OpenConflict | null>(null);

  const save = useCallback(async (base: Idea, changes: IdeaChangesInput): Promise<Saved> => {
    let on = base;
    for (;;) {
      try {
        return { outcome: 'saved', idea: await changeIdea(on, changes) };
      } catch (failure) {
        if (!(failure instanceof IdeaConflict)) throw failure;
        const { current } = failure;
        const fields = contested(on, current, changes);
        const choice = await new Promise<Choice>((choose) =>
          setConflict({ fields, current, changes, choose }),
        );
        setConflict(null);
        if (choice === 'theirs') return { outcome: 'theirs', idea: current, fields };
        if (choice === 'later') return { outcome: 'later' };
        on = current;
      }
    }
  }, []);

  return { save, conflict };
};
