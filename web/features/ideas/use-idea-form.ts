import { useEffect, useMemo, useRef, useState } from 'react';
import type { User } from '../../../contract/auth.ts';
import { errorCatalogue } from '../../../contract/errors.ts';
import type { NewIdeaInput } from '../../../contract/idea-writing.ts';
import { ApiError } from '../../lib/api-request.ts';
import { attemptKeys } from '../../lib/attempt-key.ts';
import { useCurrentUser } from '../../lib/current-user.ts';
import { readStored, removeStored, stored, writeStored } from '../../lib/local-store.ts';
import { useToast } from '../../ui/toast.tsx';
import { publishIdea } from './idea-calls.ts';
import {
  changesOf,
  checkForm,
  emptyForm,
  type FormFaults,
  type FormField,
  formOf,
  formOfDraft,
  type IdeaFormValues,
  isEmptyForm,
  isLevel,
  levelFault,
  withField,
} from './idea-form-values.ts';
import type { Idea } from './idea-model.ts';
import type { SignalValues } from './signal-text.ts';
import type { Saved } from './use-save-idea.ts';

/** SPEC §5, word for word. */
const NOT_LOADED = 'User authentication not loaded. Please log in again.';
const NOT_AN_EDUCATOR = 'Authentication error - please refresh and try again';
const NO_EDUCATOR_ID = 'Educator ID is required and must be valid';

const identityFault = (user: User | null): string | null => {
  if (!user) return NOT_LOADED;
  if (user.role !== 'educator') return NOT_AN_EDUCATOR;
  return Number(user.educatorId) >= 1 ? null : NO_EDUCATOR_ID;
};

export type IdeaFormTask =
  | { mode: 'create' }
  | { mode: 'edit'; idea: Idea; save: (base: Idea, changes: ReturnType<typeof changesOf>) => Promise<Saved> };

type Start = { values: IdeaFormValues; marketChosen: boolean };

/** Photos, voice and video: the part of the form another feature shows. */
export type IdeaMediaValues = Pick<IdeaFormValues, 'image_urls' | 'audio_url' | 'video_url'>;

const UPLOADING = 'Something is still being recorded or uploaded. Wait for it, or take it out.';

const MARKET_CHOSEN = 'market_chosen';
const draftKey = (userId: string) => stored.draft(userId, 'idea');

const startOf = (task: IdeaFormTask, userId: string): Start => {
  if (task.mode === 'edit') return { values: formOf(task.idea), marketChosen: true };
  const draft = readStored(draftKey(userId));
  return { values: formOfDraft(draft), marketChosen: draft?.[MARKET_CHOSEN] === true };
};

/** What a failed call says, and about which fields. */
const readFailure = (failure: unknown): { message: string; faults: FormFaults } => {
  const fallback = errorCatalogue.INVALID_REQUEST.message;
  if (!(failure instanceof ApiError)) return { message: fallback, faults: {} };
  return { message: failure.message || fallback, faults: { ...failure.fields } };
};

/** The form of an idea: what is typed, what is wrong with it, and sending it. Nothing typed is lost by a failure. */
export const useIdeaForm = (task: IdeaFormTask, onDone: (idea: Idea | null) => void) => {
  const user = useCurrentUser();
  const userId = user?.id ?? '';
  const toast = useToast();
  const [{ values, marketChosen }, setForm] = useState(() => startOf(task, userId));
  const [base, setBase] = useState(task.mode === 'edit' ? task.idea : null);
  const [faults, setFaults] = useState<FormFaults>({});
  const [formFault, setFormFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [mediaBusy, setMediaBusy] = useState(false);
  // Uploads under way belong to the form they were begun in.
  const [round, setRound] = useState(0);
  const keys = useMemo(attemptKeys, []);
  const form = useRef<HTMLFormElement>(null);
  const creating = task.mode === 'create';

  useEffect(() => {
    if (!creating) return;
    if (isEmptyForm(values)) removeStored(draftKey(userId));
    else writeStored(draftKey(userId), { ...values, [MARKET_CHOSEN]: marketChosen });
  }, [creating, userId, values, marketChosen]);

  const set = (name: FormField, value: string) => {
    setForm((now) => {
      const chosen = now.marketChosen || name === 'market_type';
      return { values: withField(now.values, name, value, chosen), marketChosen: chosen };
    });
    setFaults((now) => (now[name] ? { ...now, [name]: undefined } : now));
  };

  /** Fills several fields at once. The way back restores these fields and leaves alone what was typed since. */
  const fill = (given: SignalValues): (() => void) => {
    const names = Object.keys(given) as (keyof SignalValues)[];
    const kept = Object.fromEntries([...names, 'market_type' as const].map((name) => [name, values[name]]));
    setForm((now) => ({
      ...now,
      values: names.reduce(
        (filled, name) => withField(filled, name, given[name] ?? '', now.marketChosen),
        now.values,
      ),
    }));
    setFaults({});
    return () => setForm((now) => ({ ...now, values: { ...now.values, ...kept } }));
  };

  const setMedia = (update: (now: IdeaMediaValues) => Partial<IdeaMediaValues>) => {
    setForm((now) => ({ ...now, values: { ...now.values, ...update(now.values) } }));
    setFaults((now) => ({ ...now, image_urls: undefined, audio_url: undefined, video_url: undefined }));
  };

  const leave = (name: FormField) => {
    if (!isLevel(name)) return;
    const fault = levelFault(values[name]);
    if (fault) setFaults((now) => ({ ...now, [name]: fault }));
  };

  const clear = () => {
    setForm({ values: emptyForm, marketChosen: false });
    setRound((now) => now + 1);
    setMediaBusy(false);
    setFaults({});
    setFormFault(null);
  };

  const fail = (message: string, at: FormFaults) => {
    setFormFault(message);
    setFaults(at);
    toast.show({
      title: creating ? 'Trade Idea Creation Failed' : 'Trade Idea Update Failed',
      description: message,
      tone: 'fall',
    });
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };

  const done = (idea: Idea) => {
    const did = creating ? 'created' : 'updated';
    toast.show({ title: 'Success!', description: `Trade idea ${did} successfully`, tone: 'rise' });
    if (creating) clear();
    onDone(idea);
  };

  const update = async (idea: Idea, input: NewIdeaInput) => {
    if (task.mode !== 'edit') return;
    const changes = changesOf(idea, input);
    if (Object.keys(changes).length === 0) return onDone(null);
    const saved = await task.save(idea, changes);
    if (saved.outcome === 'saved') return done(saved.idea);
    if (saved.outcome === 'later') return;
    // The values that stay are shown in the form, and further changes are made on them.
    const theirs = formOf(saved.idea);
    setBase(saved.idea);
    setForm((now) => ({
      ...now,
      values: {
        ...now.values,
        ...Object.fromEntries(saved.fields.map((name) => [name, theirs[name as FormField]])),
      },
    }));
  };

  const create = async (input: NewIdeaInput) => {
    const idea = await publishIdea(input, keys.keyFor(input));
    keys.succeeded();
    done(idea);
  };

  const submit = async () => {
    if (busy) return;
    const identity = identityFault(user);
    if (identity) return fail(identity, {});
    if (mediaBusy) return fail(UPLOADING, {});
    const checked = checkForm(values);
    if ('faults' in checked) {
      const { MISSING_FIELDS, INVALID_REQUEST } = errorCatalogue;
      return fail((checked.missing ? MISSING_FIELDS : INVALID_REQUEST).message, checked.faults);
    }
    setFormFault(null);
    setBusy(true);
    try {
      await (base ? update(base, checked.input) : create(checked.input));
    } catch (failure) {
      const { message, faults: at } = readFailure(failure);
      fail(message, at);
    } finally {
      setBusy(false);
    }
  };

  return {
    form,
    values,
    faults,
    formFault,
    busy,
    set,
    fill,
    setMedia,
    setMediaBusy,
    round,
    leave,
    clear,
    submit,
    empty: isEmptyForm(values),
  };
};
