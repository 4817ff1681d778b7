import {
  type Disclosure,
  disclosures,
  type IdeaType,
  ideaTypes,
  type OrderType,
  orderTypes,
} from '../../contract/ideas/ideas.ts';
import { type LevelField, levelFields } from '../../contract/ideas/levels.ts';
import { type Market, markets } from '../../contract/ideas/markets.ts';
import { MAX_PHOTOS } from '../../contract/media/media.ts';
import { findMediaKind } from '../../contract/media/media-names.ts';
import {
  type IdeaChangesInput,
  MAX_IDEA_NOTES,
  type NewIdea,
  type NewIdeaInput,
  newIdea,
  requiredIdeaFields,
} from '../../contract/publishing/idea-writing.ts';
import { dropInvisible } from '../../contract/shared/text.ts';
import { readPrice } from '../shared/decimal-input.ts';
import type { LadderLevels } from '../shared/level-text.ts';
import { fieldTitle, isSameValue, readField, type TextField } from './idea-fields.ts';
import type { Idea } from './idea-model.ts';
import { guessMarket } from './known-instruments.ts';

/** Fields that are set when an idea is closed, not in the form. */
type ClosingField = 'status' | 'result_level' | 'result_at' | 'lesson' | 'lesson_tag';

/** The form's values as typed, by field name. */
export type IdeaFormValues = {
  [Name in Exclude<
    TextField,
    ClosingField | 'order_type' | 'idea_type' | 'market_type' | 'disclosure'
  >]: string;
} & {
  order_type: OrderType;
  idea_type: IdeaType;
  market_type: Market;
  image_urls: readonly string[];
  disclosure: Disclosure;
};
export type FormField = keyof IdeaFormValues;
type FormValue = IdeaFormValues[FormField];
export type FormErrors = { [Name in FormField]?: string | undefined };

export const isLevel = (name: FormField): name is LevelField =>
  (levelFields as readonly FormField[]).includes(name);

/** The other levels are optional (SPEC §5). */
export const isRequired = (name: FormField): boolean =>
  (requiredIdeaFields as readonly string[]).includes(name);

/** SPEC §5's required fields, and the disclosure where the operator requires it. */
export type RequiredField = (typeof requiredIdeaFields)[number] | 'disclosure';

/** SPEC §9: Crypto, Bullish, Leverage. */
export const emptyForm: IdeaFormValues = {
  pair: '',
  time_frame: '',
  order_type: 'BUY',
  idea_type: 'Leverage',
  market_type: 'Crypto',
  entry_1: '',
  entry_2: '',
  invalidation_level: '',
  exit_1: '',
  exit_2: '',
  exit_3: '',
  notes: '',
  image_urls: [],
  audio_url: '',
  video_url: '',
  disclosure: 'not_stated',
};
export const formFields = Object.keys(emptyForm) as FormField[];

export const toFormValues = (idea: Idea): IdeaFormValues => ({
  ...emptyForm,
  ...Object.fromEntries(formFields.map((name) => [name, readField(idea, name) ?? ''])),
});

/** The form values of a stored draft; invalid values become empty. */
export const parseDraft = (draft: Record<string, unknown> | null): IdeaFormValues => {
  const one = <V extends string>(value: unknown, known: readonly V[], otherwise: V): V =>
    known.find((candidate) => candidate === value) ?? otherwise;
  const texts = formFields.flatMap((name) =>
    typeof draft?.[name] === 'string' ? [[name, draft[name].slice(0, 2 * MAX_IDEA_NOTES)]] : [],
  );
  const photos = Array.isArray(draft?.image_urls) ? draft.image_urls : [];
  return {
    ...emptyForm,
    ...Object.fromEntries(texts),
    image_urls: photos
      .filter((url) => typeof url === 'string' && findMediaKind(url) === 'image')
      .slice(0, MAX_PHOTOS),
    order_type: one(draft?.order_type, orderTypes, emptyForm.order_type),
    idea_type: one(draft?.idea_type, ideaTypes, emptyForm.idea_type),
    market_type: one(draft?.market_type, markets, emptyForm.market_type),
    disclosure: one(draft?.disclosure, disclosures, emptyForm.disclosure),
  };
};

/** Sets a field. The market follows the pair until the educator chooses one (SPEC §10). */
export const withField = (
  values: IdeaFormValues,
  name: FormField,
  value: FormValue,
  marketChosen: boolean,
): IdeaFormValues => {
  const next = { ...values, [name]: value };
  if (name !== 'pair' || typeof value !== 'string' || marketChosen) return next;
  return { ...next, market_type: guessMarket(value) ?? emptyForm.market_type };
};

/** The error of a typed level; an empty one has none yet. */
export const findLevelError = (text: string): string | undefined => {
  if (!dropInvisible(text)) return undefined;
  const reading = readPrice(text);
  return 'error' in reading ? reading.error : undefined;
};

const readLevels = (values: IdeaFormValues): Record<LevelField, string | null> => {
  const prices = levelFields.map((name) => {
    const reading = readPrice(values[name]);
    return [name, 'value' in reading ? reading.value : null];
  });
  return Object.fromEntries(prices);
};

/** The valid levels, for the ladder. */
export const toLadderLevels = (values: IdeaFormValues) =>
  ({ order_type: values.order_type, ...readLevels(values) }) as LadderLevels;

const orNone = (text: string) => (text.trim() ? text : null);

/** The required fields that are still empty. */
export const listMissing = (values: IdeaFormValues, required: readonly RequiredField[]): RequiredField[] =>
  required.filter((name) => values[name].trim() === emptyForm[name]);

type CheckedForm = { input: NewIdea } | { missing: boolean; errors: FormErrors };

/** SPEC §5's validation with the contract's schema, as the server does it. */
export const validateForm = (
  values: IdeaFormValues,
  required: readonly RequiredField[] = requiredIdeaFields,
): CheckedForm => {
  const errors: FormErrors = {};
  for (const name of listMissing(values, required)) errors[name] = `${fieldTitle(name)} is required`;
  const missing = Object.keys(errors).length > 0;
  for (const name of levelFields) errors[name] ??= findLevelError(values[name]);
  const levels = Object.entries(readLevels(values)).filter(([, price]) => price !== null);
  const parsed = newIdea.safeParse({
    ...values,
    // What cannot be read is sent to the schema as typed, which refuses it.
    ...Object.fromEntries(levels),
    notes: orNone(values.notes),
    image_urls: [...values.image_urls],
    audio_url: orNone(values.audio_url),
    video_url: orNone(values.video_url),
  });
  for (const issue of parsed.error?.issues ?? []) {
    const name = issue.path[0] as FormField;
    errors[name] ??= issue.message;
  }
  return parsed.success && !missing ? { input: parsed.data } : { missing, errors };
};

/** The changed fields of a valid form, for PUT. */
export const findChanges = (idea: Idea, input: NewIdeaInput): IdeaChangesInput =>
  Object.fromEntries(
    formFields.flatMap((name) => {
      const value = input[name] ?? null;
      return isSameValue(value, readField(idea, name)) ? [] : [[name, value]];
    }),
  );
