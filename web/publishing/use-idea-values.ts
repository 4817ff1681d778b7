import { useEffect, useRef, useState } from 'react';
import type { NewIdea } from '../../contract/publishing/idea-writing.ts';
import type { IdeaFormValues } from '../ideas/idea-form-values.ts';
import type { Idea } from '../ideas/idea-model.ts';
import { toSentContent } from '../shared/api/idempotency-key.ts';
import { readStored, type StoredKey, writeStored } from '../shared/storage/local-store.ts';
import {
  draftKey,
  type FormState,
  keepChanges,
  listChangedFields,
  restoreFormState,
  toDraft,
  toOriginalValues,
} from './idea-drafts.ts';

/**
 * A stored draft as it was when the component appeared, and a setter. Removing it (null) leaves alone what another tab has
 * stored since.
 */
const useOwnDraft = <T>(key: StoredKey<T | null>) => {
  const [restored] = useState(() => readStored(key));
  const own = useRef(restored);
  const store = (draft: T | null) => {
    if (draft !== null || readStored(key) === own.current) writeStored(key, draft);
    own.current = draft;
  };
  return [restored, store] as const;
};

/**
 * The unsent input of an idea form. The draft is stored per user and idea, and survives a reload, a lost connection,
 * the end of the session, and Clear (by Undo).
 */
export const useIdeaValues = (idea: Idea | null, userId: string) => {
  const key = draftKey(userId, idea);
  const [restored, store] = useOwnDraft(key);
  const [start] = useState(() => restoreFormState(restored, idea));
  const [typed, setTyped] = useState<FormState>(start);
  const [original, setOriginal] = useState(() => toOriginalValues(idea));
  const [cleared, setCleared] = useState<FormState | null>(null);
  const dirty = listChangedFields(typed.values, original).length > 0;
  const latest = useRef(typed.values);
  useEffect(() => {
    latest.current = typed.values;
  }, [typed.values]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: storage keys with the same name are equal.
  useEffect(() => {
    store(dirty ? toDraft(typed, original) : null);
  }, [key.name, dirty, typed, original]);

  const change = (update: (now: FormState) => FormState) => {
    setCleared(null);
    setTyped(update);
  };
  const resetValues = () => setTyped({ values: original, marketChosen: idea !== null, sent: null });

  return {
    ...typed,
    dirty,
    change,
    /** Whether the form still has these values, in a call that began with them. */
    isStill: (values: IdeaFormValues): boolean => values === latest.current,
    resetValues,
    /** Resets the form. `undo` is possible until the next input. */
    clear: () => {
      setCleared(typed);
      resetValues();
    },
    undo: cleared && (() => change(() => cleared)),
    /** Continues on a newer version of the idea: untouched fields show it, and what was typed stays. */
    rebase: (now: Idea) => {
      const theirs = toOriginalValues(now);
      setOriginal(theirs);
      change((state) => ({ ...state, values: keepChanges(state.values, original, theirs) }));
    },
    /** The idempotency key of a new idea. Stored with its draft, so that a retry after a reload has the same one. */
    keyFor: (input: NewIdea): string => {
      const sent = toSentContent(input, typed.sent);
      store(toDraft({ ...typed, sent }, original));
      setTyped((now) => ({ ...now, sent }));
      return sent.key;
    },
    /** Removes the draft at once, because the component may unmount before an effect runs. */
    drop: () => store(null),
  };
};
