import { useState } from 'react';
import { useSignedInUser } from '../../entities/session/current-user.ts';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { sendOwn } from './message-calls.ts';
import { faultOf, isTooLong } from './message-errors.ts';

const textIn = (draft: Record<string, unknown> | null, name: string): string => {
  const value = draft?.[name];
  return typeof value === 'string' ? value : '';
};

/** A message being written to a room. It is kept as a draft until it has been sent, whatever happens before. */
export const useCompose = (roomId: string, onSent: () => void) => {
  const { id: userId } = useSignedInUser();
  const [draft, keep] = useStored(storageKeys.draft(userId, `chat:${roomId}`));
  const text = textIn(draft, 'text');
  const imageUrl = textIn(draft, 'imageUrl') || null;
  const [sending, setSending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  const change = (changes: { text?: string; imageUrl?: string | null }) => {
    setFault(null);
    // Without the last attempt's key: other content is another message.
    const next = { text, imageUrl, ...changes };
    keep(next.text || next.imageUrl ? next : null);
  };
  const isEmpty = text.trim() === '' && imageUrl === null;

  /** SPEC §5: nothing is not sent. */
  const send = async () => {
    if (sending || isEmpty || isTooLong(text)) return;
    // Kept with the draft: a try after a reload is still a try of the same message.
    const key = textIn(draft, 'key') || newIdempotencyKey();
    keep({ text, imageUrl, key });
    setSending(true);
    setFault(null);
    try {
      await sendOwn(roomId, { message: text, image_url: imageUrl }, key);
      keep(null);
      onSent();
    } catch (failure) {
      setFault(faultOf(failure, 'Failed to send chat message'));
    } finally {
      setSending(false);
    }
  };

  return {
    text,
    imageUrl,
    fault,
    sending,
    canSend: !isEmpty && !isTooLong(text),
    setText: (next: string) => change({ text: next }),
    setImage: (url: string | null) => change({ imageUrl: url }),
    send: () => void send(),
  };
};
