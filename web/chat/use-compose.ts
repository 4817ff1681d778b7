import { useState } from 'react';
import { useSignedInUser } from '../account/session/current-user.ts';
import { newIdempotencyKey } from '../shared/api/api-request.ts';
import { readStored, useStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { sendOwnMessage } from './message-calls.ts';
import { describeFailure, isTooLong } from './message-errors.ts';

/** A text of a stored draft. A draft may come from an older version, so only a text counts. */
const readDraftText = (draft: Record<string, unknown> | null, name: string): string => {
  const value = draft?.[name];
  return typeof value === 'string' ? value : '';
};

/** A message to a room, stored as a draft until it was sent. */
export const useCompose = (roomId: string, onSent: () => void) => {
  const { id: userId } = useSignedInUser();
  const stored = storageKeys.draft(userId, `chat:${roomId}`);
  const [draft, setDraft] = useStored(stored);
  const text = readDraftText(draft, 'text');
  const imageUrl = readDraftText(draft, 'imageUrl') || null;
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const change = (changes: { text?: string; imageUrl?: string | null }) => {
    setError(null);
    // Drops the idempotency key, because changed content is a new message.
    const next = { text, imageUrl, ...changes };
    setDraft(next.text || next.imageUrl ? next : null);
  };
  const isEmpty = text.trim() === '' && imageUrl === null;

  /** SPEC §5: an empty message is not sent. */
  const send = async () => {
    if (sending || isEmpty || isTooLong(text)) return;
    // Stored with the draft, so that a retry after a reload is still the same message.
    const key = readDraftText(draft, 'key') || newIdempotencyKey();
    setDraft({ text, imageUrl, key });
    setSending(true);
    setError(null);
    try {
      await sendOwnMessage(roomId, { message: text, image_url: imageUrl }, key);
      // Another message may have been written meanwhile, after a change of the channel.
      if (readStored(stored)?.key === key) setDraft(null);
      onSent();
    } catch (failure) {
      setError(describeFailure(failure));
    } finally {
      setSending(false);
    }
  };

  return {
    text,
    imageUrl,
    error,
    sending,
    canSend: !isEmpty && !isTooLong(text),
    setText: (next: string) => change({ text: next }),
    setImage: (url: string | null) => change({ imageUrl: url }),
    send: () => void send(),
  };
};
