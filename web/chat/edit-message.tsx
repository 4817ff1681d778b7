import { type KeyboardEvent, useState } from 'react';
import { useUnsaved } from '../shared/hooks/use-unsaved.ts';
import { Button } from '../shared/ui/button.tsx';
import { rememberFocus } from '../shared/ui/focus-region.ts';
import { TextArea } from '../shared/ui/text-input.tsx';
import type { Message } from './chat-message.ts';
import { editOwnMessage } from './message-calls.ts';
import { describeFailure, formatLength, isTooLong } from './message-errors.ts';

/** Edits a message in place. What was typed stays over a change of the channel until it is saved or cancelled. Escape cancels. */
export const EditMessage = ({
  message,
  onDone,
}: {
  message: Message;
  onDone: (takesFocus: boolean) => void;
}) => {
  const [draft, setDraft, endDraft] = useUnsaved<string>(`message ${message.id}`);
  const text = draft ?? message.text;
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const isBlank = text.trim() === '';

  const save = async () => {
    if (saving || isBlank || isTooLong(text)) return;
    setSaving(true);
    const isFocusHere = rememberFocus();
    try {
      await editOwnMessage(message.id, text);
      endDraft(text);
      onDone(isFocusHere());
    } catch (failure) {
      setError(describeFailure(failure));
      setSaving(false);
    }
  };
  const cancel = () => {
    setDraft(null);
    onDone(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // These keys confirm or cancel the text of an input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') return cancel();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    void save();
  };
  const status = isBlank ? "A message can't be empty" : (error ?? formatLength(text));
  return (
    <form
      aria-label="Edit message"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      className="mt-1.5 mr-0.5 grid gap-2"
    >
      <TextArea
        // The educator has just asked to write here.
        autoFocus
        aria-label="Message"
        aria-invalid={isBlank || isTooLong(text) || undefined}
        rows={2}
        value={text}
        readOnly={saving}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onChange={(event) => {
          setDraft(event.target.value);
          setError(null);
        }}
        onKeyDown={onKeyDown}
        style={{ resize: 'none' }}
        className="field-sizing-content max-h-[40dvh] min-h-18 overflow-y-auto"
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="s" variant="primary" busy={saving} disabled={isBlank || isTooLong(text)}>
          Save
        </Button>
        <Button size="s" onClick={cancel}>
          Cancel
        </Button>
        <p role="status" className="text-xs text-negative empty:hidden">
          {status}
        </p>
      </div>
    </form>
  );
};
