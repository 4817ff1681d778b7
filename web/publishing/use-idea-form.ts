import { type RefObject, useRef, useState } from 'react';
import type { User } from '../../contract/account/auth.ts';
import { explainLock } from '../../contract/ideas/idea-history.ts';
import { formatTimeFrame } from '../../contract/ideas/time-frames.ts';
import { type NewIdea, requiredIdeaFields } from '../../contract/publishing/idea-writing.ts';
import { errorCatalogue } from '../../contract/shared/errors.ts';
import { useCurrentUser } from '../account/session/current-user.ts';
import { isSameValue, readField } from '../ideas/idea-fields.ts';
import {
  emptyForm,
  type FormErrors,
  type FormField,
  findLevelError,
  formFields,
  type IdeaFormValues,
  isLevel,
  type RequiredField,
  validateForm,
  withField,
} from '../ideas/idea-form-values.ts';
import type { Idea } from '../ideas/idea-model.ts';
import { findKnownPair } from '../ideas/known-instruments.ts';
import { useConfig } from '../shared/api/config.ts';
import { isFocusIn } from '../shared/ui/focus-region.ts';
import { type SignalValues, signalFields } from './signal/read-signal.ts';
import { useIdeaValues } from './use-idea-values.ts';

/** SPEC §5. */
const NOT_LOADED = 'User authentication not loaded. Please log in again.';
const NOT_AN_EDUCATOR = 'Authentication error - please refresh and try again';
const NO_EDUCATOR_ID = 'Educator ID is required and must be valid';

const findIdentityProblem = (user: User | null): string | null => {
  if (!user) return NOT_LOADED;
  if (user.role !== 'educator') return NOT_AN_EDUCATOR;
  return Number(user.educatorId) >= 1 ? null : NO_EDUCATOR_ID;
};

const UPLOADING = 'Wait for the upload or recording to finish, or remove it.';

/** Why an idea was not sent: the message of the form, and those of its fields. */
export type Problem = { message: string; errors: FormErrors };

const useProblem = (element: RefObject<HTMLFormElement | null>) => {
  const [errors, setErrors] = useState<FormErrors>({});
  const [message, setMessage] = useState<string | null>(null);
  /** The fields say what is wrong with them; the form adds its message where none does. */
  const show = ({ message: general, errors: at }: Problem) => {
    setMessage(formFields.some((name) => at[name]) ? null : general);
    setErrors(at);
    requestAnimationFrame(() => {
      if (isFocusIn(element.current))
        element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    });
  };
  return { errors, setErrors, message, setMessage, show };
};

type Update = (now: IdeaFormValues) => Partial<IdeaFormValues>;

/** What is done to the fields. An edited one loses its error. */
const editFields = (
  { values, change }: ReturnType<typeof useIdeaValues>,
  { setErrors }: ReturnType<typeof useProblem>,
) => {
  const assign = (update: Update) =>
    change((now) => ({ ...now, values: { ...now.values, ...update(now.values) } }));
  const set = (name: FormField, value: string) => {
    change((now) => {
      const marketChosen = now.marketChosen || name === 'market_type';
      return { ...now, values: withField(now.values, name, value, marketChosen), marketChosen };
    });
    setErrors((now) => ({ ...now, [name]: undefined }));
  };
  /** Replaces these fields, and the market where the pair tells it. The returned function restores them. */
  const replace = (given: Partial<IdeaFormValues>): (() => void) => {
    const names = Object.keys(given) as FormField[];
    const previous = Object.fromEntries(
      [...names, 'market_type' as const].map((name) => [name, values[name]]),
    );
    change((now) => ({
      ...now,
      values: names.reduce(
        (filled, name) => withField(filled, name, given[name] ?? emptyForm[name], now.marketChosen),
        now.values,
      ),
    }));
    setErrors({});
    return () => assign(() => previous);
  };
  return {
    set,
    setMedia: (update: Update) => {
      assign(update);
      setErrors((now) => ({ ...now, image_urls: undefined, audio_url: undefined, video_url: undefined }));
    },
    replace,
    /** Replaces every field that a signal can name, so that nothing of an earlier one remains. */
    fill: (given: SignalValues) =>
      replace(Object.fromEntries(signalFields.map((name) => [name, given[name] ?? emptyForm[name]]))),
    leave: (name: FormField) => {
      const tidy = { pair: findKnownPair, time_frame: formatTimeFrame } as const;
      const tidied = name === 'pair' || name === 'time_frame' ? tidy[name](values[name]) : undefined;
      if (tidied && tidied !== values[name]) set(name, tidied);
      const error = isLevel(name) ? findLevelError(values[name]) : undefined;
      if (error) setErrors((now) => ({ ...now, [name]: error }));
    },
  };
};

/** The fields of the idea form, its draft, and what is wrong with it. */
export const useIdeaForm = (idea: Idea | null, now: number) => {
  const element = useRef<HTMLFormElement>(null);
  const user = useCurrentUser();
  const draft = useIdeaValues(idea, user?.id ?? '');
  const { values, base } = draft;
  const problem = useProblem(element);
  const [mediaBusy, setMediaBusy] = useState(false);
  // The key of the media fields. A new one discards uploads in progress.
  const [round, setRound] = useState(0);
  const mustDisclose = useConfig()?.disclosure === 'required' && !base;
  const required: readonly RequiredField[] = mustDisclose
    ? [...requiredIdeaFields, 'disclosure']
    : requiredIdeaFields;

  return {
    element,
    draft,
    problem,
    fields: {
      values,
      required,
      errors: problem.errors,
      round,
      ...editFields(draft, problem),
      setMediaBusy: (busy: boolean) => {
        setMediaBusy(busy);
        if (!busy) problem.setMessage((message) => (message === UPLOADING ? null : message));
      },
      /** Why a field is fixed; null while it can be changed, and where a draft differs, so that it can be corrected. */
      explainLock: (name: FormField) =>
        base && isSameValue(values[name], readField(base, name))
          ? explainLock(name, base, new Date(now))
          : null,
    },
    /** Discards errors and uploads. The values are the draft's. */
    restart: () => {
      setRound((before) => before + 1);
      setMediaBusy(false);
      problem.setErrors({});
      problem.setMessage(null);
    },
    /** What would be sent, or why it cannot be. */
    check: (): { input: NewIdea } | Problem => {
      const identity = findIdentityProblem(user);
      if (identity) return { message: identity, errors: {} };
      if (mediaBusy) return { message: UPLOADING, errors: {} };
      const checked = validateForm(values, required);
      if ('input' in checked) return checked;
      const { MISSING_FIELDS, INVALID_REQUEST } = errorCatalogue;
      return {
        message: (checked.missing ? MISSING_FIELDS : INVALID_REQUEST).message,
        errors: checked.errors,
      };
    },
  };
};
