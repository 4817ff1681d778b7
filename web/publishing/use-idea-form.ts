import { useRef, useState } from 'react';
import type { User } from '../../contract/account/auth.ts';
import { explainLock } from '../../contract/ideas/idea-history.ts';
import { formatTimeFrame } from '../../contract/ideas/time-frames.ts';
import { type NewIdea, requiredIdeaFields } from '../../contract/publishing/idea-writing.ts';
import { errorCatalogue } from '../../contract/shared/errors.ts';
import { useCurrentUser } from '../account/session/current-user.ts';
import { IdeaConflict, publishIdea } from '../ideas/idea-calls.ts';
import { ideaFields, isSameValue } from '../ideas/idea-fields.ts';
import {
  emptyForm,
  type FormErrors,
  type FormField,
  findChanges,
  findLevelError,
  formFields,
  type IdeaFormValues,
  isLevel,
  listMissing,
  type RequiredField,
  validateForm,
  withField,
} from '../ideas/idea-form-values.ts';
import type { Idea } from '../ideas/idea-model.ts';
import { findKnownPair } from '../ideas/known-instruments.ts';
import { saveIdea, showSaved } from '../ideas/undo.ts';
import type { ApiError } from '../shared/api/api-request.ts';
import { useConfig } from '../shared/api/config.ts';
import { isFocusIn } from '../shared/ui/focus-region.ts';
import { showToast } from '../shared/ui/toast.ts';
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

export type IdeaFormTask = { mode: 'create' } | { mode: 'edit'; idea: Idea };

/** The fields that the media component edits. */
export type IdeaMediaValues = Pick<IdeaFormValues, 'image_urls' | 'audio_url' | 'video_url'>;

const UPLOADING = 'Wait for the upload or recording to finish, or remove it.';

/** Why an idea was not sent: the message of the form, and those of its fields. */
type Problem = { message: string; errors: FormErrors };

/** State, validation and submission of the idea form. A failure loses no input. */
export const useIdeaForm = (task: IdeaFormTask, now: number, onDone: (idea: Idea | null) => void) => {
  const user = useCurrentUser();
  const userId = user?.id ?? '';
  const typed = useIdeaValues(task.mode === 'edit' ? task.idea : null, userId);
  const { values } = typed;
  const [base, setBase] = useState(task.mode === 'edit' ? task.idea : null);
  const [errors, setErrors] = useState<FormErrors>({});
  const [formError, setFormError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [mediaBusy, setMediaBusy] = useState(false);
  // The key of the media fields. A new one discards uploads in progress.
  const [round, setRound] = useState(0);
  /** What could not be sent, for a retry. */
  const failedInput = useRef<NewIdea>(null);
  const form = useRef<HTMLFormElement>(null);
  const creating = task.mode === 'create';
  const mustDisclose = useConfig()?.disclosure === 'required' && creating;
  const required: readonly RequiredField[] = mustDisclose
    ? [...requiredIdeaFields, 'disclosure']
    : requiredIdeaFields;

  const changeMediaBusy = (now: boolean) => {
    setMediaBusy(now);
    if (!now) setFormError((error) => (error === UPLOADING ? null : error));
  };

  /** Clears the errors of edited fields. */
  const clearErrors = (names: readonly FormField[]) => {
    if (names.some((name) => errors[name]))
      setErrors({ ...errors, ...Object.fromEntries(names.map((name) => [name, undefined])) });
  };

  const set = (name: FormField, value: string) => {
    typed.change((now) => {
      const chosen = now.marketChosen || name === 'market_type';
      return { ...now, values: withField(now.values, name, value, chosen), marketChosen: chosen };
    });
    clearErrors([name]);
  };

  /**
   * Replaces every field that a signal can name, so that nothing of an earlier one remains. The returned function
   * restores these fields.
   */
  const fill = (given: SignalValues): (() => void) => {
    const previousValues = Object.fromEntries(
      [...signalFields, 'market_type' as const].map((name) => [name, values[name]]),
    );
    typed.change((now) => ({
      ...now,
      values: signalFields.reduce(
        (filled, name) => withField(filled, name, given[name] ?? emptyForm[name], now.marketChosen),
        now.values,
      ),
    }));
    setErrors({});
    return () => typed.change((now) => ({ ...now, values: { ...now.values, ...previousValues } }));
  };

  const setMedia = (update: (now: IdeaMediaValues) => Partial<IdeaMediaValues>) => {
    typed.change((now) => ({ ...now, values: { ...now.values, ...update(now.values) } }));
    clearErrors(['image_urls', 'audio_url', 'video_url']);
  };

  const handleBlur = (name: FormField) => {
    const tidy = { pair: findKnownPair, time_frame: formatTimeFrame } as const;
    const tidied = name === 'pair' || name === 'time_frame' ? tidy[name](values[name]) : undefined;
    if (tidied && tidied !== values[name]) set(name, tidied);
    if (!isLevel(name)) return;
    const error = findLevelError(values[name]);
    if (error) setErrors((now) => ({ ...now, [name]: error }));
  };

  const resetForm = () => {
    setRound((now) => now + 1);
    setMediaBusy(false);
    setErrors({});
    setFormError(null);
  };

  /** The fields say what is wrong with them; the form adds its message where none does. */
  const showProblem = ({ message, errors: at }: Problem) => {
    setFormError(formFields.some((name) => at[name]) ? null : message);
    setErrors(at);
    requestAnimationFrame(() => {
      if (isFocusIn(form.current)) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    });
  };

  const fail = (problem: Problem) => {
    showProblem(problem);
    showToast({
      title: creating ? 'Trade Idea Creation Failed' : 'Trade Idea Update Failed',
      description: problem.message,
      tone: 'error',
    });
  };

  const rebase = (idea: Idea) => {
    setBase(idea);
    typed.rebase(idea);
  };

  const finish = (idea: Idea) => {
    const did = creating ? 'created' : 'updated';
    showSaved(idea, { title: 'Success!', description: `Trade idea ${did} successfully` });
    if (!typed.isStill(values)) {
      // Somebody has gone on: a pasted signal or another choice must not be lost.
      if (!creating) rebase(idea);
      return;
    }
    typed.drop();
    if (creating) {
      typed.resetValues();
      resetForm();
    }
    // A form that was left has nowhere to lead to.
    if (form.current) onDone(idea);
  };

  const update = async (idea: Idea, input: NewIdea) => {
    const changes = findChanges(idea, input);
    if (Object.keys(changes).length === 0) {
      typed.drop();
      return onDone(null);
    }
    finish(await saveIdea(idea, changes));
  };

  const create = async (input: NewIdea) => {
    finish(await publishIdea(input, typed.keyFor(input)));
  };

  /** What would be sent, or why it cannot be. */
  const check = (): { input: NewIdea } | Problem => {
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
  };

  const send = async (input: NewIdea) => {
    if (busy) return;
    setFormError(null);
    setBusy(true);
    failedInput.current = null;
    try {
      await (base ? update(base, input) : create(input));
    } catch (failure) {
      failedInput.current = input;
      if (failure instanceof IdeaConflict) rebase(failure.current);
      const { message, fields } = failure as ApiError;
      fail({ message, errors: { ...fields } });
    } finally {
      setBusy(false);
    }
  };

  return {
    form,
    values,
    required,
    /** Why a field is fixed; null while it can be changed, and where a draft differs, so that it can be corrected. */
    explainLock: (name: FormField) =>
      base && isSameValue(values[name], ideaFields[name].read(base))
        ? explainLock(name, { ...base, created_at: base.created_at }, new Date(now))
        : null,
    missing: listMissing(values, required),
    errors,
    formError,
    busy,
    set,
    fill,
    setMedia,
    setMediaBusy: changeMediaBusy,
    round,
    leave: handleBlur,
    clear: () => {
      typed.clear();
      resetForm();
    },
    undoClear: typed.undo,
    dropDraft: typed.drop,
    focusField: (name: RequiredField) => form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus(),
    check,
    showProblem,
    fail,
    send,
    isRetry: (input: NewIdea) => isSameValue(input, failedInput.current),
    dirty: typed.dirty,
    base,
  };
};
