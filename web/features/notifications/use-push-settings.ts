import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { getPushSettings, type PushSettings, putPushSettings } from '../../../contract/push.ts';
import { ApiError, callRoute } from '../../shared/api/api-request.ts';
import { showToast } from '../../shared/ui/toast.ts';

const key = [getPushSettings.path] as const;

/**
 * Status changes and quiet hours, with optimistic updates that are rolled back when the server
 * rejects them.
 */
export const usePushSettings = () => {
  const client = useQueryClient();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callRoute(getPushSettings, {}, { signal }),
  });
  /** The unsaved settings. The ref has the same value for clicks before the next render. */
  const [pending, setPending] = useState<PushSettings | null>(null);
  const latest = useRef<PushSettings>(null);
  const clearPending = (choice: PushSettings) => {
    if (latest.current !== choice) return;
    latest.current = null;
    setPending(null);
  };
  const { mutate } = useMutation({
    networkMode: 'always',
    // Runs mutations one after another, so that the last one wins.
    scope: { id: putPushSettings.path },
    mutationFn: (body: PushSettings) => callRoute(putPushSettings, { body }),
    onSuccess: (saved, choice) => {
      client.setQueryData(key, saved);
      clearPending(choice);
    },
    // Runs after the settings were closed too, so a toast says it.
    onError: (failure, choice) => {
      showToast({
        title: putPushSettings.failure,
        description: failure instanceof ApiError ? failure.message : '',
        tone: 'error',
      });
      clearPending(choice);
    },
  });
  const save = (choice: Partial<PushSettings>) => {
    const now = latest.current ?? data;
    if (!now) return;
    const next = { ...now, ...choice };
    latest.current = next;
    setPending(next);
    mutate(next);
  };
  return {
    settings: pending ?? data ?? null,
    failed: isError && !data,
    retry: () => void refetch(),
    retrying: isFetching,
    save,
  };
};
