import { useState } from 'react';
import type { IdeaChangesInput } from '../../../contract/idea-writing.ts';
import { formatFieldValue, ideaFields, type TextField } from '../../entities/idea/idea-fields.ts';
import type { Idea } from '../../entities/idea/idea-model.ts';
import type { Saved } from '../../entities/idea/use-save-idea.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { editOf, type InlineEdit, keepEdit } from './inline-edits.ts';

export type SaveIdea = (base: Idea, changes: IdeaChangesInput) => Promise<Saved>;

/**
 * One field of a card, edited in place. While it is open it shows what is typed: polls and live changes go past it,
 * and the change is made on the idea as it was when the edit began.
 */
export const useInlineEdit = (
  idea: Idea,
  name: TextField,
  save: SaveIdea,
  check: (text: string) => { value: string | null } | { fault: string },
) => {
  const toast = useToast();
  const [kept] = useState(() => editOf(idea, name));
  const [edit, setEdit] = useState<InlineEdit | null>(kept.edit);
  const [fault, setFault] = useState<string | null>(() =>
    kept.overtaken
      ? `Changed since you typed this: it is ${formatFieldValue(name, ideaFields[name].read(idea))} now.`
      : null,
  );
  const [busy, setBusy] = useState(false);

  const put = (next: InlineEdit | null) => {
    keepEdit(idea, name, next);
    setEdit(next);
    setFault(null);
  };

  const write = async (base: Idea, value: string | null) => {
    setBusy(true);
    try {
      const saved = await save(base, { [name]: value });
      if (saved.outcome === 'later') return;
      put(null);
      if (saved.outcome === 'saved') toast.show({ title: 'Trade idea updated', tone: 'rise' });
    } catch {
      // The call has logged it; what was typed stays, beside what went wrong.
      const message = `Failed to update ${ideaFields[name].label}`;
      setFault(message);
      toast.show({ title: 'Error', description: message, tone: 'fall' });
    } finally {
      setBusy(false);
    }
  };

  const submit = async () => {
    if (!edit || busy) return;
    const checked = check(edit.text);
    if ('fault' in checked) return setFault(checked.fault);
    if (checked.value === ideaFields[name].read(edit.base)) return put(null);
    await write(edit.base, checked.value);
  };

  return {
    edit,
    fault,
    busy,
    begin: () => put({ text: ideaFields[name].read(idea) ?? '', base: idea }),
    type: (text: string) => edit && put({ ...edit, text }),
    cancel: () => put(null),
    submit,
  };
};
