import * as z from 'zod/mini';
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
import type { SentContent } from '../shared/api/idempotency-key.ts';
import type { StoredKey } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';

type Draft = Record<string, unknown>;

/** The form's values, whether the user has set the market by hand, and the new idea as it was sent last. */
export type FormState = { values: IdeaFormValues; marketChosen: boolean; sent: SentContent | null };

/** The storage key of a draft: for a new idea, or for the changes to an existing one. */
export const draftKey = (userId: string, idea: Pick<Idea, 'id'> | null): StoredKey<Draft | null> =>
  storageKeys.draft(userId, idea ? `idea:${idea.id}` : 'idea');

/** The form's values before any input. */
export const toOriginalValues = (idea: Idea | null): IdeaFormValues =>
  idea ? toFormValues(idea) : emptyForm;

export const listChangedFields = (values: IdeaFormValues, from: IdeaFormValues): FormField[] =>
  formFields.filter((name) => !isSameValue(values[name], from[name]));

/** The values of `now`, except where `values` differ from those they were typed over. */
export const keepChanges = (
  values: IdeaFormValues,
  original: IdeaFormValues,
  now: IdeaFormValues,
): IdeaFormValues => ({
  ...now,
  ...Object.fromEntries(listChangedFields(values, original).map((name) => [name, values[name]])),
});

export const toDraft = ({ values, marketChosen, sent }: FormState, original: IdeaFormValues): Draft => ({
  ...values,
  market_chosen: marketChosen,
  was: original,
  sent,
});

const sentContent = z.object({ content: z.string(), key: z.string() });

/** Restores the form from a draft. Untouched fields show the current idea. */
export const restoreFormState = (draft: Draft | null, idea: Idea | null): FormState => {
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
