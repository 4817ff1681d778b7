import { ideaFields, type TextField } from '../../entities/idea/idea-fields.ts';
import type { Idea } from '../../entities/idea/idea-model.ts';
import { readStored, removeStored, writeStored } from '../../shared/storage/local-store.ts';
import { onSessionReset } from '../../shared/storage/session-reset.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

/** An unsaved edit: its text, and the idea it started from. */
export type InlineEdit = { text: string; base: Idea };

/**
 * Unsaved edits live outside of the cards, because the carousel unmounts cards that are far from
 * the selected one.
 */
const edits = new Map<string, InlineEdit>();
onSessionReset(() => edits.clear());

const editKey = (idea: Idea, name: TextField) => `${idea.id} ${name}`;

/** Drafts in storage survive a reload and the end of the session. */
const draftKey = (idea: Idea, name: TextField) =>
  storageKeys.draft(readStored(storageKeys.currentUser)?.id ?? '', `idea:${idea.id}:${name}`);

/** Restores an edit. `overtaken` means that the value has changed since the edit started. */
export const restoreEdit = (idea: Idea, name: TextField): { edit: InlineEdit | null; overtaken: boolean } => {
  const edit = edits.get(editKey(idea, name));
  if (edit) return { edit, overtaken: false };
  const draft = readStored(draftKey(idea, name));
  if (typeof draft?.text !== 'string') return { edit: null, overtaken: false };
  return {
    edit: { text: draft.text, base: idea },
    overtaken: (draft.was ?? null) !== ideaFields[name].read(idea),
  };
};

export const storeEdit = (idea: Idea, name: TextField, edit: InlineEdit | null): void => {
  if (edit) edits.set(editKey(idea, name), edit);
  else edits.delete(editKey(idea, name));
  const was = edit && ideaFields[name].read(edit.base);
  if (edit && edit.text !== (was ?? '')) writeStored(draftKey(idea, name), { text: edit.text, was });
  else removeStored(draftKey(idea, name));
};
