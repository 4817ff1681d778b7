import { useState } from 'react';
import type { Idea } from './idea-model.ts';
import type { IdeaList } from './use-ideas.ts';

/** The own idea that is being edited, as it is now, also when it was changed or deleted elsewhere. */
export const useEditedIdea = ({ ideas, state, more }: IdeaList) => {
  const [editing, setEditing] = useState<Idea | null>(null);
  const current = ideas.find(({ id }) => id === editing?.id);
  const isDeleted = editing !== null && !current && state === 'ready' && more === 'none';
  return { editing: editing && (current ?? editing), isDeleted, setEditing };
};
