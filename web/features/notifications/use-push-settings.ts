import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { getPushSettings, type PushSettings, putPushSettings } from '../../../contract/push.ts';
import { ApiError, callRoute } from '../../shared/api/api-request.ts';

const key = [getPushSettings.path] as const;

/**
 * Status changes and quiet hours. A choice is shown at once, in the drawing that follows the press; it is taken back
 * where the server refuses it.
 */
export const usePushSettings = () => {
  const client = useQueryClient();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callRoute(getPushSettings, {}, { signal }),
  });
  /** The latest choice while it is under way; the same in a ref for presses that follow before the next drawing. */
  const [chosen, setChosen] = useState<PushSettings | null>(null);
  const latest = useRef<PushSettings>(null);
  const settle = (choice: PushSettings) => {
    if (latest.current !== choice) return;
    latest.current = null;
    setChosen(null);
  };
  const { mutate, error } = useMutation({
    networkMode: 'always',
    // One after the other: the last choice is the one that stays.
    scope: { id: putPushSettings.path },
    mutationFn: (body: PushSettings) => callRoute(putPushSettings, { body }),
    onSuccess: (saved, choice) => {
      client.setQueryData(key, saved);
      settle(choice);
    },
    onError: (_failure, choice) => settle(choice),
  });
  const save = (choice: Partial<PushSettings>) => {
    const now = latest.current ?? data;
    if (!now) return;
    const next = { ...now, ...choice };
    latest.current = next;
    setChosen(next);
    mutate(next);
  };
  return {
    settings: chosen ?? data ?? null,
    failed: isError && !data,
    retry: () => void refetch(),
    retrying: isFetching,
    save,
    /** Why the last choice was not kept. */
    refused: error ? (error instanceof ApiError ? error.message : putPushSettings.failure) : null,
  };
};
