import { useState } from 'react';
import { MAX_BOOKMARK_NOTE } from '../../../contract/ideas/bookmarks.ts';
import { useUnsaved } from '../../shared/hooks/use-unsaved.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { MultilineText } from '../../shared/ui/multiline-text.tsx';
import { TextArea } from '../../shared/ui/text-input.tsx';
import { useBookmark } from '../bookmarks/use-bookmarks.ts';

/** A note that only its author reads. What was typed stays when its dialog is closed. */
export const PrivateNote = ({ ideaId }: { ideaId: string }) => {
  const { isLoaded, note, save } = useBookmark(ideaId);
  const [text, setText, endText] = useUnsaved<string>(`note ${ideaId}`);
  /** A restored text must not take the focus. */
  const [wasOpened, setOpened] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const submit = async (next: string) => {
    setSaving(true);
    const failure = await save({ note: next.trim() });
    setSaving(false);
    setError(failure);
    if (!failure) endText(next);
  };
  const cancel = () => {
    setError(null);
    setText(null);
  };

  if (text === null)
    return (
      <section aria-label="Private note" className="grid justify-items-start">
        {note && (
          <>
            <p className="text-sm font-medium text-muted">Private note</p>
            <MultilineText text={note} className="max-w-[64ch]" />
          </>
        )}
        <Button
          size="s"
          variant="quiet"
          className="-ml-3.5"
          disabled={!isLoaded}
          onClick={() => {
            setOpened(true);
            setText(note);
          }}
        >
          <Icon name="edit" size={16} />
          {note ? 'Edit private note' : 'Add private note'}
        </Button>
      </section>
    );
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(text);
      }}
    >
      <Field
        label={
          <>
            Private note
            <span className="font-normal text-faint">Only you can see this</span>
          </>
        }
        error={error}
      >
        <TextArea
          autoFocus={wasOpened}
          maxLength={MAX_BOOKMARK_NOTE}
          value={text}
          readOnly={isSaving}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="s" variant="quiet" disabled={isSaving} onClick={cancel}>
          Cancel
        </Button>
        <Button size="s" type="submit" busy={isSaving}>
          Save note
        </Button>
      </div>
    </form>
  );
};
