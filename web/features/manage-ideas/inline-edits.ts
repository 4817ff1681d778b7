import { ideaFields, type TextField } from '../../entities/idea/idea-fields.ts';
import type { Idea } from '../../entities/idea/idea-model.ts';
import { readStored, removeStored, writeStored } from '../../shared/storage/local-store.ts';
import { onSessionReset } from '../../shared/storage/session-reset.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

/** An edit under way in a card: what is typed, and the idea it was begun on. */
export type InlineEdit = { text: string; base: Idea };

/**
 * Edits under way outlive their card: the carousel takes cards away that are far from the selected one, and what was
 * typed must not go with them.
 */
const edits = new Map<string, InlineEdit>();
onSessionReset(() => edits.clear());

const keyOf = (idea: Idea, name: TextField) => `${idea.id} ${name}`;

/** On this device they also outlive the page and the session, as what was typed over which value. */
const draftKey = (idea: Idea, name: TextField) =>
  storageKeys.draft(readStored(storageKeys.currentUser)?.id ?? '', `idea:${idea.id}:${name}`);

/** An edit from before a reload. One made on another value than the idea has now says so: `overtaken`. */
export const editOf = (idea: Idea, name: TextField): { edit: InlineEdit | null; overtaken: boolean } => {
  const edit = edits.get(keyOf(idea, name));
  if (edit) return { edit, overtaken: false };
  const draft = readStored(draftKey(idea, name));
  if (typeof draft?.text !== 'string') return { edit: null, overtaken: false };
  return {
    edit: { text: draft.text, base: idea },
    overtaken: (draft.was ?? null) !== ideaFields[name].read(idea),
  };
};

export const keepEdit = (idea: Idea, name: TextField, edit: InlineEdit | null): void => {
  if (edit) edits.set(keyOf(idea, name), edit);
  else edits.delete(keyOf(idea, name));
  const was = edit && ideaFields[name].read(edit.base);
  if (edit && edit.text !== (was ?? '')) writeStored(draftKey(idea, name), { text: edit.text, was });
  else removeStored(draftKey(idea, name));
};
