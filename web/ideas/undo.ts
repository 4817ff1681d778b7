import {
  type IdeaChangesInput,
  type NewStep,
  UNDO_BUTTON_MS,
} from '../../contract/publishing/idea-writing.ts';
import { ApiError } from '../shared/api/api-request.ts';
import { onSessionReset } from '../shared/storage/session-reset.ts';
import { showToast } from '../shared/ui/toast.ts';
import { createValueStore, useValueStore } from '../shared/value-store.ts';
import { changeIdea, tellStep, undoChange } from './idea-calls.ts';
import type { Idea } from './idea-model.ts';

/** The versions made here in the last ten seconds, by idea. */
const recentVersions = createValueStore<ReadonlyMap<string, number>>(new Map());
onSessionReset(() => recentVersions.set(new Map()));

type Version = Pick<Idea, 'id' | 'version'>;
const isUndoable = ({ id, version }: Version) => recentVersions.get().get(id) === version;

const forget = ({ id, version }: Version) => {
  if (!isUndoable({ id, version })) return;
  const rest = new Map(recentVersions.get());
  rest.delete(id);
  recentVersions.set(rest);
};

/** Makes a change undoable for ten seconds. */
const rememberChange = (saved: Version): void => {
  recentVersions.set(new Map(recentVersions.get()).set(saved.id, saved.version));
  setTimeout(() => forget(saved), UNDO_BUTTON_MS);
};

/** Saves changes that were made on `base`. They can be undone for ten seconds. Throws IdeaConflict. */
export const saveIdea = async (base: Idea, changes: IdeaChangesInput): Promise<Idea> => {
  const saved = await changeIdea(base, changes);
  if (saved.version > base.version) rememberChange(saved);
  return saved;
};

/** Adds a step to an open idea, which can be undone for ten seconds. */
export const saveStep = async (idea: Idea, step: NewStep): Promise<Idea> => {
  const saved = await tellStep(idea, step);
  rememberChange(saved);
  return saved;
};

/** Card and toast both offer Undo. The first press removes it from the card; a failed call restores it. */
const undo = async (idea: Idea): Promise<void> => {
  if (!isUndoable(idea)) return;
  forget(idea);
  try {
    await undoChange(idea);
    showToast({ title: 'Change undone' });
  } catch (failure) {
    // The call has logged the failure.
    const code = failure instanceof ApiError ? failure.code : undefined;
    const description =
      code === 'VERSION_CONFLICT' ? 'This idea has changed since.' : (failure as Error).message;
    showToast({ title: "Couldn't undo the change", description, tone: 'error' });
    if (code !== 'VERSION_CONFLICT' && code !== 'UNDO_EXPIRED') rememberChange(idea);
  }
};

/** Tells that an idea was saved, with a button that undoes the change. */
export const showSaved = (saved: Idea, message: { title: string; description?: string }): void =>
  showToast({
    ...message,
    tone: 'success',
    ...(isUndoable(saved) && { action: { label: 'Undo', run: () => void undo(saved) } }),
  });

/** Undoes the last change of an idea; null if it was not made here, or more than ten seconds ago. */
export const useUndo = (idea: Idea): (() => void) | null => {
  useValueStore(recentVersions);
  return isUndoable(idea) ? () => void undo(idea) : null;
};
