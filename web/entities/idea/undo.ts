import { useState } from 'react';
import { UNDO_MS } from '../../../contract/idea-writing.ts';
import { ApiError } from '../../shared/api/api-request.ts';
import { onSessionReset } from '../../shared/storage/session-reset.ts';
import { showToast } from '../../shared/ui/toast.ts';
import { createValueStore, useValueStore } from '../../shared/value-store.ts';
import { undoChange } from './idea-calls.ts';
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

const undo = async (idea: Idea): Promise<void> => {
  try {
    await undoChange(idea);
    showToast({ title: 'Change undone' });
  } catch (failure) {
    // The call has logged the failure.
    const isConflict = failure instanceof ApiError && failure.code === 'VERSION_CONFLICT';
    const description = isConflict ? 'This idea has changed since.' : (failure as Error).message;
    showToast({ title: "Couldn't undo the change", description, tone: 'error' });
  } finally {
    forget(idea);
  }
};

/** Makes a change undoable for ten seconds. */
export const rememberChange = (saved: Idea): void => {
  recentVersions.set(new Map(recentVersions.get()).set(saved.id, saved.version));
  setTimeout(() => forget(saved), UNDO_MS);
};

/** Tells that an idea was saved, with a button that undoes the change. */
export const showSaved = (saved: Idea, message: { title: string; description?: string }): void =>
  showToast({
    ...message,
    tone: 'success',
    ...(isUndoable(saved) && { action: { label: 'Undo', run: () => void undo(saved) } }),
  });

/** Undoes the last change of an idea; null if it was not made here, or more than ten seconds ago. */
export const useUndo = (idea: Idea): { undo: () => void; busy: boolean } | null => {
  const [busy, setBusy] = useState(false);
  useValueStore(recentVersions);
  if (!isUndoable(idea)) return null;
  const run = async () => {
    setBusy(true);
    await undo(idea);
    setBusy(false);
  };
  return { busy, undo: () => void (busy || run()) };
};
