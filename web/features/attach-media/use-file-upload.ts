import { useEffect, useRef, useState } from 'react';
import { mediaLimits, mediaMessages } from '../../../contract/media.ts';
import { ApiError } from '../../shared/api/api-request.ts';
import { showToast } from '../../shared/ui/toast.ts';
import { sendMedia, showUnfinished } from './upload-media.ts';

type Upload = { progress: number; error: string | null };

/** Uploads one recording or video at a time, with retry. */
export const useFileUpload = (kind: 'audio' | 'video', onUploaded: (url: string) => void) => {
  const [upload, setUpload] = useState<Upload | null>(null);
  /** What is being uploaded, or can be retried. */
  const file = useRef<Blob | null>(null);
  const abort = useRef<AbortController | null>(null);
  const uploaded = useRef(onUploaded);
  uploaded.current = onUploaded;

  useEffect(
    () => () => {
      if (!file.current) return;
      abort.current?.abort();
      showUnfinished(kind === 'audio' ? 'recording' : 'video');
    },
    [kind],
  );

  const end = () => {
    file.current = null;
    setUpload(null);
  };

  const reject = ({ title, text }: { title: string; text: string }) => {
    showToast({ title, description: text, tone: 'error' });
    end();
  };

  const send = async (next: Blob | null) => {
    if (!next) return;
    if (next.size >= mediaLimits[kind]) return reject(mediaMessages.tooLarge[kind]);
    abort.current?.abort();
    const mine = new AbortController();
    abort.current = mine;
    file.current = next;
    setUpload({ progress: 0, error: null });
    try {
      const onProgress = (progress: number) => !mine.signal.aborted && setUpload({ progress, error: null });
      const { url } = await sendMedia(next, { kind, name: kind, signal: mine.signal, onProgress });
      end();
      uploaded.current(url);
    } catch (failure) {
      if (mine.signal.aborted) return;
      // A retry would fail in the same way.
      if (failure instanceof ApiError && failure.status === 415)
        return reject(mediaMessages.notAccepted[kind]);
      if (failure instanceof ApiError && failure.code === 'INVALID_REQUEST')
        return reject(mediaMessages.failed[kind]);
      setUpload({ progress: 0, error: failure instanceof ApiError ? failure.message : 'Not uploaded' });
    } finally {
      if (abort.current === mine) abort.current = null;
    }
  };

  const cancel = () => {
    abort.current?.abort();
    end();
  };

  return { under: upload, send, retry: () => send(file.current), giveUp: cancel };
};
