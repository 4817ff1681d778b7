import { type KeyboardEvent, useState } from 'react';
import type { Message } from '../../entities/message/chat-message.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextArea } from '../../shared/ui/text-input.tsx';
import { editOwn } from './message-calls.ts';
import { faultOf, isTooLong, lengthWords } from './message-errors.ts';
import { useGrowing } from './use-autosize.ts';

/** An own message being changed in its place. Escape leaves it as it was; what failed to be saved is still there. */
export const EditMessage = ({ message, onDone }: { message: Message; onDone: () => void }) => {
  const [text, setText] = useState(message.text);
  const [saving, setSaving] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const area = useGrowing(text);
  const isBlank = text.trim() === '';

  const save = async () => {
    if (saving || isBlank || isTooLong(text)) return;
    setSaving(true);
    try {
      await editOwn(message.id, text);
      onDone();
    } catch (failure) {
      setFault(faultOf(failure, 'Failed to update chat message'));
      setSaving(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onDone();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void save();
  };
  const said = isBlank ? 'A message cannot be empty' : (fault ?? lengthWords(text));
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
        ref={area}
        rows={2}
        value={text}
        readOnly={saving}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onChange={(event) => {
          setText(event.target.value);
          setFault(null);
        }}
        onKeyDown={onKeyDown}
        style={{ resize: 'none' }}
        className="max-h-[40dvh] overflow-y-auto"
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="s" variant="primary" busy={saving} disabled={isBlank || isTooLong(text)}>
          Save
        </Button>
        <Button size="s" onClick={onDone}>
          Cancel
        </Button>
        <p role="status" className="text-xs text-fall empty:hidden">
          {said}
        </p>
      </div>
    </form>
  );
};
