import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { LevelField } from '../../../contract/ideas/levels.ts';
import { IdeaConflict } from '../../ideas/idea-calls.ts';
import { fieldLabels, readField } from '../../ideas/idea-fields.ts';
import { toFormValues } from '../../ideas/idea-form-values.ts';
import type { Idea } from '../../ideas/idea-model.ts';
import { listAddedWarnings } from '../../ideas/idea-warnings.ts';
import { saveIdea, showSaved } from '../../ideas/undo.ts';
import { useUnsaved } from '../../shared/hooks/use-unsaved.ts';
import { serverNow } from '../../shared/server-clock.ts';
import { isFocusIn, rememberFocus } from '../../shared/ui/focus-region.ts';
import { showToast } from '../../shared/ui/toast.ts';

/** The fields that are edited in place. */
type InlineField = LevelField | 'notes';

/** An unsaved edit: its text, and the idea it started from. */
type InlineEdit = { text: string; base: Idea };

/** A change that adds warnings. It waits for the educator's answer. */
type RiskyChange = { base: Idea; value: string | null; warnings: readonly string[] };

/**
 * Edits one field of a card in place. Polls and live changes do not touch the input while it is open, and the change is
 * based on the idea as it was when the edit started. The focus moves between the button that opens it and the input.
 */
export const useInlineEdit = <Input extends HTMLInputElement | HTMLTextAreaElement>(
  idea: Idea,
  name: InlineField,
  check: (text: string) => { value: string | null } | { error: string },
) => {
  const [edit, setEdit, endEdit] = useUnsaved<InlineEdit>(`${idea.id} ${name}`);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [risky, setRisky] = useState<RiskyChange | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const input = useRef<Input>(null);
  /** A restored edit must not take the focus, nor one whose answer comes when somebody has gone on. */
  const touched = useRef(false);
  const editing = edit !== null;

  // Before the focus goes elsewhere, because the focused input is gone.
  useLayoutEffect(() => {
    if (!touched.current) return;
    if (!editing) {
      if (isFocusIn(null)) button.current?.focus();
    } else if (input.current instanceof HTMLTextAreaElement) input.current.focus();
    else input.current?.select();
  }, [editing]);
  useEffect(() => {
    // Also after saving with the button.
    if (error && touched.current) input.current?.focus();
  }, [error]);

  const updateEdit = (next: InlineEdit | null) => {
    setEdit(next);
    setError(null);
  };

  const saveValue = async (base: Idea, value: string | null) => {
    const isFocusHere = rememberFocus();
    setBusy(true);
    try {
      const saved = await saveIdea(base, { [name]: value });
      endEdit(edit);
      showSaved(saved, { title: 'Trade idea updated' });
    } catch (failure) {
      // The call has logged the failure. The input stays, with the error. Saving again replaces a value that was changed
      // elsewhere.
      const conflict = failure instanceof IdeaConflict ? failure : null;
      if (edit && conflict) updateEdit({ ...edit, base: conflict.current });
      const message = conflict?.fields?.[name] ?? `Failed to update ${fieldLabels[name]}`;
      touched.current = isFocusHere() || isFocusIn(input.current);
      setError(message);
      showToast({ title: 'Error', description: message, tone: 'error' });
    } finally {
      setBusy(false);
    }
  };

  const submit = async () => {
    if (!edit || busy) return;
    touched.current = true;
    const checked = check(edit.text);
    if ('error' in checked) return setError(checked.error);
    if (checked.value === readField(edit.base, name)) return updateEdit(null);
    // The idea as it is now: other fields may have changed since the edit started.
    const before = toFormValues(idea);
    const after = { ...before, [name]: checked.value ?? '' };
    const warnings = listAddedWarnings(before, after, [], serverNow());
    if (warnings.length > 0) return setRisky({ base: edit.base, value: checked.value, warnings });
    await saveValue(edit.base, checked.value);
  };

  return {
    button,
    input,
    edit,
    error,
    busy,
    begin: () => {
      touched.current = true;
      updateEdit({ text: readField(idea, name) ?? '', base: idea });
    },
    type: (text: string) => edit && updateEdit({ ...edit, text }),
    cancel: () => updateEdit(null),
    submit,
    risky,
    keepEditing: () => setRisky(null),
    saveRisky: () => {
      setRisky(null);
      if (risky) void saveValue(risky.base, risky.value);
    },
  };
};
