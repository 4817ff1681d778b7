import { useEffect, useState } from 'react';
import type { FormField, IdeaFormValues } from '../../entities/idea/idea-form-values.ts';
import type { Idea } from '../../entities/idea/idea-model.ts';
import { readStored, removeStored, writeStored } from '../../shared/storage/local-store.ts';
import { differing, draftKey, draftOf, originalOf, type Typed, typedBefore } from './idea-drafts.ts';

/**
 * What is typed about an idea and not sent yet. It is kept on this device, per user and idea, and outlives a reload, a
 * lost connection, the end of the session and its own being cleared.
 */
export const useIdeaValues = (idea: Idea | null, userId: string) => {
  const key = draftKey(userId, idea);
  const [start] = useState(() => typedBefore(readStored(key), idea));
  const [typed, setTyped] = useState<Typed>(start);
  const [original, setOriginal] = useState(() => originalOf(idea));
  const [cleared, setCleared] = useState<Typed | null>(null);
  const dirty = differing(typed.values, original).length > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: keys made on the fly are equal when their names are.
  useEffect(() => {
    if (dirty) writeStored(key, draftOf(typed, original));
    else removeStored(key);
  }, [key.name, dirty, typed, original]);

  const change = (update: (now: Typed) => Typed) => {
    setCleared(null);
    setTyped(update);
  };
  const startAnew = () => setTyped({ values: original, marketChosen: idea !== null });

  return {
    ...typed,
    dirty,
    overtaken: start.overtaken,
    change,
    startAnew,
    /** Empties the form, or takes the changes out of it; `undo` brings them back until something is typed. */
    clear: () => {
      setCleared(typed);
      startAnew();
    },
    undo: cleared && (() => change(() => cleared)),
    /** The idea is another now: what is typed stays, but for the fields that take its value. */
    rebase: (now: Idea, taken: readonly string[]) => {
      const theirs = originalOf(now);
      setOriginal(theirs);
      change(({ values, marketChosen }) => ({
        marketChosen,
        values: {
          ...values,
          ...Object.fromEntries(taken.map((name) => [name, theirs[name as FormField]])),
        } as IdeaFormValues,
      }));
    },
    /** Forgets the draft at once: whoever calls this may be gone before an effect runs. */
    drop: () => removeStored(key),
  };
};
