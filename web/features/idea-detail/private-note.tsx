import { useId, useState } from 'react';
import { MAX_BOOKMARK_NOTE } from '../../../contract/bookmarks.ts';
import { useBookmark } from '../../entities/bookmark/use-bookmarks.ts';
import { useSignedInUser } from '../../entities/session/current-user.ts';
import { readStored, useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FieldError } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { MultilineText } from '../../shared/ui/multiline-text.tsx';
import { TextArea } from '../../shared/ui/text-input.tsx';

/** A note that only its author reads. What was typed stays as a draft until it is saved. */
export const PrivateNote = ({ ideaId }: { ideaId: string }) => {
  const id = useId();
  const { isLoaded, note, readNote, save } = useBookmark(ideaId);
  const stored = storageKeys.draft(useSignedInUser().id, `note:${ideaId}`);
  const [draft, setDraft] = useStored(stored);
  /** A restored draft must not take the focus. */
  const [wasOpened, setOpened] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const text = typeof draft?.text === 'string' ? draft.text : null;
  const isOvertaken =
    !isSaving && typeof draft?.was === 'string' && note !== draft.was && note !== text?.trim();
  const problem =
    error ??
    (isOvertaken ? `Changed on another device. It's now ${note || 'empty'}. Saving replaces it.` : null);

  const submit = async (next: string) => {
    setSaving(true);
    const current = await readNote();
    // Shown first, so that nobody replaces it unseen.
    if (current !== null && current !== note && current !== next.trim()) {
      setSaving(false);
      return;
    }
    const failure = await save({ note: next.trim() });
    setSaving(false);
    setError(failure);
    if (failure) return;
    // Somebody who left and returned may have written on.
    const now = readStored(stored);
    setDraft(now && now.text !== next ? { ...now, was: next.trim() } : null);
  };
  const cancel = () => {
    setError(null);
    setDraft(null);
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
            setDraft({ text: note, was: note });
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
      <label htmlFor={id} className="flex justify-between gap-2 text-sm font-medium text-muted">
        Private note
        <span className="font-normal text-faint">Only you can see this</span>
      </label>
      <TextArea
        id={id}
        rows={4}
        autoFocus={wasOpened}
        maxLength={MAX_BOOKMARK_NOTE}
        value={text}
        readOnly={isSaving}
        aria-describedby={problem ? `${id}-error` : undefined}
        aria-invalid={problem ? true : undefined}
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
      />
      <FieldError id={`${id}-error`} error={problem} />
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
