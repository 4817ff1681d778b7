import { isSameValue } from '../../entities/idea/idea-fields.ts';
import {
  emptyForm,
  type FormField,
  formFields,
  type IdeaFormValues,
  parseDraft,
  toFormValues,
} from '../../entities/idea/idea-form-values.ts';
import type { Idea } from '../../entities/idea/idea-model.ts';
import type { StoredKey } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

type Draft = Record<string, unknown>;

/** What is typed, and whether somebody has chosen the market themselves. */
export type Typed = { values: IdeaFormValues; marketChosen: boolean };

/** Where unsent work is kept: that of a new idea, or of the changes to one. */
export const draftKey = (userId: string, idea: Pick<Idea, 'id'> | null): StoredKey<Draft | null> =>
  storageKeys.draft(userId, idea ? `idea:${idea.id}` : 'idea');

/** What the form shows before anything is typed. */
export const originalOf = (idea: Idea | null): IdeaFormValues => (idea ? toFormValues(idea) : emptyForm);

export const differing = (values: IdeaFormValues, from: IdeaFormValues): FormField[] =>
  formFields.filter((name) => !isSameValue(values[name], from[name]));

const pick = (values: IdeaFormValues, names: readonly FormField[]): Partial<IdeaFormValues> =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

export const draftOf = ({ values, marketChosen }: Typed, original: IdeaFormValues): Draft => ({
  ...values,
  market_chosen: marketChosen,
  was: original,
});

/**
 * The form as it was left. Fields nobody touched show the idea as it is now; `overtaken` names those that were touched
 * here and have another value there since.
 */
export const typedBefore = (draft: Draft | null, idea: Idea | null): Typed & { overtaken: FormField[] } => {
  if (!idea) return { values: parseDraft(draft), marketChosen: draft?.market_chosen === true, overtaken: [] };
  const now = toFormValues(idea);
  if (!draft) return { values: now, marketChosen: true, overtaken: [] };
  const was = parseDraft((draft.was ?? null) as Draft | null);
  const left = parseDraft(draft);
  const touched = differing(left, was);
  return {
    values: { ...now, ...pick(left, touched) },
    marketChosen: true,
    overtaken: touched.filter(
      (name) => !isSameValue(was[name], now[name]) && !isSameValue(left[name], now[name]),
    ),
  };
};
