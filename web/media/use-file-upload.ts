import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { mediaLimits, mediaMessages } from '../../contract/media/media.ts';
import type { ApiError } from '../shared/api/api-request.ts';
import { showToast } from '../shared/ui/toast.ts';
import { sendMedia, showUnfinished } from './upload-media.ts';

/** Uploads one recording or video at a time, with retry. */
export const useFileUpload = (kind: 'audio' | 'video', onUploaded: (url: string) => void) => {
  const [progress, setProgress] = useState(0);
  const abort = useRef(new AbortController());
  const reject = ({ title, text }: { title: string; text: string }) => {
    showToast({ title, description: text, tone: 'error' });
    reset();
  };
  const { mutate, reset, isIdle, error, variables } = useMutation<{ url: string }, ApiError, Blob>({
    mutationFn: (file) => {
      setProgress(0);
      abort.current = new AbortController();
      const { signal } = abort.current;
      return sendMedia(file, { kind, name: kind, signal, onProgress: setProgress });
    },
    onSuccess: ({ url }) => {
      reset();
      onUploaded(url);
    },
    onError: ({ status, code }) => {
      // A retry would fail in the same way.
      if (status === 415) reject(mediaMessages.notAccepted[kind]);
      else if (code === 'INVALID_REQUEST') reject(mediaMessages.failed[kind]);
    },
  });
  const isOpen = useRef(false);
  isOpen.current = !isIdle;
  useEffect(
    () => () => {
      if (!isOpen.current) return;
      abort.current.abort();
      showUnfinished(kind === 'audio' ? 'recording' : 'video');
    },
    [kind],
  );
  return {
    under: isIdle ? null : { progress, error: error?.message ?? null },
    send: (file: Blob) =>
      file.size >= mediaLimits[kind] ? reject(mediaMessages.tooLarge[kind]) : mutate(file),
    retry: () => variables && mutate(variables),
    giveUp: () => {
      abort.current.abort();
      reset();
    },
  };
};
