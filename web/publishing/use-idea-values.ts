import { useEffect, useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { NewIdea } from '../../contract/publishing/idea-writing.ts';
import { isSameValue } from '../ideas/idea-fields.ts';
import {
  emptyForm,
  type FormField,
  formFields,
  type IdeaFormValues,
  parseDraft,
  toFormValues,
} from '../ideas/idea-form-values.ts';
import type { Idea } from '../ideas/idea-model.ts';
import { type SentContent, toSentContent } from '../shared/api/api-request.ts';
import { readStored, type StoredKey, writeStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';

type Draft = Record<string, unknown>;

/** The form's values, whether the user has set the market by hand, and the new idea as it was sent last. */
type FormState = { values: IdeaFormValues; marketChosen: boolean; sent: SentContent | null };

/** The storage key of a draft: for a new idea, or for the changes to an existing one. */
const draftKey = (userId: string, idea: Pick<Idea, 'id'> | null): StoredKey<Draft | null> =>
  storageKeys.draft(userId, idea ? `idea:${idea.id}` : 'idea');

const listChangedFields = (values: IdeaFormValues, from: IdeaFormValues): FormField[] =>
  formFields.filter((name) => !isSameValue(values[name], from[name]));

/** The values of `now`, except where `values` differ from those they were typed over. */
const keepChanges = (
  values: IdeaFormValues,
  original: IdeaFormValues,
  now: IdeaFormValues,
): IdeaFormValues => ({
  ...now,
  ...Object.fromEntries(listChangedFields(values, original).map((name) => [name, values[name]])),
});

const toDraft = ({ values, marketChosen, sent }: FormState, original: IdeaFormValues): Draft => ({
  ...values,
  market_chosen: marketChosen,
  was: original,
  sent,
});

const sentContent = z.object({ content: z.string(), key: z.string() });

/** Restores the form from a draft. Untouched fields show the current idea. */
const restoreFormState = (draft: Draft | null, idea: Idea | null): FormState => {
  if (!idea)
    return {
      values: parseDraft(draft),
      marketChosen: draft?.market_chosen === true,
      sent: sentContent.safeParse(draft?.sent).data ?? null,
    };
  const now = toFormValues(idea);
  const was = parseDraft((draft?.was ?? null) as Draft | null);
  return {
    values: draft ? keepChanges(parseDraft(draft), was, now) : now,
    marketChosen: true,
    sent: null,
  };
};

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
  const [typed, setTyped] = useState(() => restoreFormState(restored, idea));
  const [base, setBase] = useState(idea);
  const original = useMemo(() => (base ? toFormValues(base) : emptyForm), [base]);
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
    /** The idea as it was when the form began or was rebased; null for a new one. */
    base,
    original,
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
      setBase(now);
      change((state) => ({ ...state, values: keepChanges(state.values, original, toFormValues(now)) }));
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
