import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { getPushSettings, type PushSettings, putPushSettings } from '../../../contract/push.ts';
import { ApiError, callRoute } from '../../lib/api-request.ts';

const key = [getPushSettings.path] as const;

/** Status changes and quiet hours, as the server has them; a choice is shown at once, and taken back where it is refused. */
export const usePushSettings = () => {
  const client = useQueryClient();
  const chosen = () => client.getQueryData<PushSettings>(key);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callRoute(getPushSettings, {}, { signal }),
  });
  /** What stood before the first choice that is still under way. */
  const before = useRef<PushSettings>(undefined);
  const { mutate, error, isPending } = useMutation({
    networkMode: 'always',
    // One after the other, each with all that is chosen by then: two quick presses lose nothing.
    scope: { id: putPushSettings.path },
    mutationFn: async () => {
      const body = chosen();
      return body && callRoute(putPushSettings, { body });
    },
    onSuccess: (saved) => {
      before.current = saved;
    },
    onError: () => client.setQueryData(key, before.current),
  });
  const save = (choice: Partial<PushSettings>) => {
    const now = chosen();
    if (!now) return;
    if (!isPending) before.current = now;
    void client.cancelQueries({ queryKey: key });
    client.setQueryData(key, { ...now, ...choice });
    mutate();
  };
  return {
    settings: data ?? null,
    failed: isError && !data,
    retry: () => void refetch(),
    retrying: isFetching,
    save,
    /** Why the last choice was not kept. */
    refused: error ? (error instanceof ApiError ? error.message : putPushSettings.failure) : null,
  };
};
