import { useEffect, useRef, useState } from 'react';
import { mediaLimits, mediaMessages } from '../../../contract/media.ts';
import type { MediaKind } from '../../../contract/media-names.ts';
import { ApiError } from '../../shared/api/api-request.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { sendMedia } from './upload-media.ts';

type Under = { progress: number; fault: string | null };

/** One recording or video at a time on its way to the server; what failed can be sent again. */
export const useFileUpload = (kind: MediaKind, onUploaded: (url: string) => void) => {
  const toast = useToast();
  const [under, setUnder] = useState<Under | null>(null);
  const file = useRef<Blob | null>(null);
  const abort = useRef<AbortController | null>(null);
  const uploaded = useRef(onUploaded);
  uploaded.current = onUploaded;

  useEffect(() => () => abort.current?.abort(), []);

  const refuse = ({ title, text }: { title: string; text: string }) => {
    toast.show({ title, description: text, tone: 'fall' });
    setUnder(null);
  };

  const send = async (next: Blob | null) => {
    if (!next) return;
    if (next.size >= mediaLimits[kind]) return refuse(mediaMessages.tooLarge[kind]);
    abort.current?.abort();
    const mine = new AbortController();
    abort.current = mine;
    file.current = next;
    setUnder({ progress: 0, fault: null });
    try {
      const onProgress = (progress: number) => !mine.signal.aborted && setUnder({ progress, fault: null });
      const { url } = await sendMedia(next, { kind, name: kind, signal: mine.signal, onProgress });
      setUnder(null);
      uploaded.current(url);
    } catch (failure) {
      if (mine.signal.aborted) return;
      // Another try would end the same way.
      if (failure instanceof ApiError && failure.status === 415)
        return refuse(mediaMessages.notAccepted[kind]);
      setUnder({ progress: 0, fault: failure instanceof ApiError ? failure.message : 'Not uploaded' });
    }
  };

  const giveUp = () => {
    abort.current?.abort();
    setUnder(null);
  };

  return { under, send, retry: () => send(file.current), giveUp };
};
