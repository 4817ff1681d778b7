import { useState } from 'react';
import type { IdeaChangesInput } from '../../../contract/idea-writing.ts';
import { formatFieldValue, ideaFields, type TextField } from '../../entities/idea/idea-fields.ts';
import type { Idea } from '../../entities/idea/idea-model.ts';
import type { Saved } from '../../entities/idea/use-save-idea.ts';
import { useToast } from '../../shared/ui/toast.ts';
import { type InlineEdit, restoreEdit, storeEdit } from './inline-edits.ts';

export type SaveIdea = (base: Idea, changes: IdeaChangesInput) => Promise<Saved>;

/**
 * Edits one field of a card in place. Polls and live changes do not touch the input while it is open, and the change is
 * based on the idea as it was when the edit started.
 */
export const useInlineEdit = (
  idea: Idea,
  name: TextField,
  save: SaveIdea,
  check: (text: string) => { value: string | null } | { error: string },
) => {
  const toast = useToast();
  const [restored] = useState(() => restoreEdit(idea, name));
  const [edit, setEdit] = useState<InlineEdit | null>(restored.edit);
  const [error, setError] = useState<string | null>(() =>
    restored.overtaken
      ? `Changed while you were editing. It's now ${formatFieldValue(name, ideaFields[name].read(idea))}.`
      : null,
  );
  const [busy, setBusy] = useState(false);

  const updateEdit = (next: InlineEdit | null) => {
    storeEdit(idea, name, next);
    setEdit(next);
    setError(null);
  };

  const saveValue = async (base: Idea, value: string | null) => {
    setBusy(true);
    try {
      const saved = await save(base, { [name]: value });
      if (saved.outcome === 'later') return;
      updateEdit(null);
      if (saved.outcome === 'saved') toast.show({ title: 'Trade idea updated', tone: 'success' });
    } catch {
      // The call has logged the failure. The input stays, with the error.
      const message = `Failed to update ${ideaFields[name].label}`;
      setError(message);
      toast.show({ title: 'Error', description: message, tone: 'error' });
    } finally {
      setBusy(false);
    }
  };

  const submit = async () => {
    if (!edit || busy) return;
    const checked = check(edit.text);
    if ('error' in checked) return setError(checked.error);
    if (checked.value === ideaFields[name].read(edit.base)) return updateEdit(null);
    await saveValue(edit.base, checked.value);
  };

  return {
    edit,
    error,
    busy,
    begin: () => updateEdit({ text: ideaFields[name].read(idea) ?? '', base: idea }),
    type: (text: string) => edit && updateEdit({ ...edit, text }),
    cancel: () => updateEdit(null),
    submit,
  };
};
