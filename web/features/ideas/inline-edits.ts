import { onForget } from '../../lib/cached-data.ts';
import type { IdeaField } from './idea-fields.ts';
import type { Idea } from './idea-model.ts';

/** An edit under way in a card: what is typed, and the idea it was begun on. */
export type InlineEdit = { text: string; base: Idea };

/**
 * Edits under way outlive their card: the carousel takes cards away that are far from the selected one, and what was
 * typed must not go with them.
 */
const edits = new Map<string, InlineEdit>();
onForget(() => edits.clear());

const keyOf = (idea: Idea, name: IdeaField) => `${idea.id} ${name}`;

export const editOf = (idea: Idea, name: IdeaField): InlineEdit | null =>
  edits.get(keyOf(idea, name)) ?? null;

export const keepEdit = (idea: Idea, name: IdeaField, edit: InlineEdit | null): void => {
  if (edit) edits.set(keyOf(idea, name), edit);
  else edits.delete(keyOf(idea, name));
};
