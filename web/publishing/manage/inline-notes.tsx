import type { KeyboardEvent } from 'react';
import { MAX_IDEA_NOTES } from '../../../contract/publishing/idea-writing.ts';
import type { Idea } from '../../ideas/idea-model.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ClampedText } from '../../shared/ui/clamped-text.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { TextArea } from '../../shared/ui/text-input.tsx';
import { useInlineEdit } from './use-inline-edit.ts';

const checkNotes = (text: string) => ({ value: text.trim() || null });

/** Notes that can be edited in place. Ctrl+Enter saves, Escape cancels. */
export const InlineNotes = ({ idea }: { idea: Idea }) => {
  const { button, input, edit, error, busy, begin, type, cancel, submit } =
    useInlineEdit<HTMLTextAreaElement>(idea, 'notes', checkNotes);

  const onKeyDown = (event: KeyboardEvent) => {
    // These keys confirm or cancel the text of an input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
    else if (event.key === 'Escape') cancel();
    else return;
    event.preventDefault();
  };

  if (!edit)
    return (
      <section aria-label="Notes" className="grid justify-items-start">
        {idea.notes ? (
          <ClampedText text={idea.notes} className="max-w-[64ch]" />
        ) : (
          <p className="text-sm text-faint">No notes yet. Explain why: that's what readers learn from.</p>
        )}
        <Button ref={button} size="s" variant="quiet" className="-ml-3.5" onClick={begin}>
          <Icon name="edit" size={16} />
          {idea.notes ? 'Edit notes' : 'Add notes'}
        </Button>
      </section>
    );
  return (
    <div className="grid gap-2">
      <Field label="Notes" error={error}>
        <TextArea
          ref={input}
          rows={6}
          maxLength={MAX_IDEA_NOTES}
          value={edit.text}
          readOnly={busy}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="s" variant="quiet" disabled={busy} onClick={cancel}>
          Cancel
        </Button>
        <Button size="s" busy={busy} onClick={() => void submit()}>
          Save notes
        </Button>
      </div>
    </div>
  );
};
