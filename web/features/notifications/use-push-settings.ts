import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getPushSettings, type PushSettings, putPushSettings } from '../../../contract/push.ts';
import { ApiError, callRoute } from '../../lib/api-request.ts';

export const pushSettingsKey = [getPushSettings.path] as const;

export const usePushSettings = () => {
  const client = useQueryClient();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: pushSettingsKey,
    queryFn: ({ signal }) => callRoute(getPushSettings, {}, { signal }),
  });
  const save = useMutation({
    mutationFn: (next: PushSettings) => callRoute(putPushSettings, { body: next }),
    networkMode: 'always',
    // One after the other: the last choice is the one that stays.
    scope: { id: putPushSettings.path },
    // What is chosen is shown at once; what the server refuses goes back to what it has.
    onMutate: async (next) => {
      await client.cancelQueries({ queryKey: pushSettingsKey });
      const before = client.getQueryData<PushSettings>(pushSettingsKey);
      client.setQueryData(pushSettingsKey, next);
      return before;
    },
    onError: (_failure, _next, before) => client.setQueryData(pushSettingsKey, before),
    onSuccess: (saved) => client.setQueryData(pushSettingsKey, saved),
  });
  const failure = save.error;
  return {
    settings: data ?? null,
    failed: isError && !data,
    retry: () => void refetch(),
    retrying: isFetching,
    save: (next: PushSettings) => save.mutate(next),
    /** Why the last choice was not kept. */
    refused:
      failure instanceof ApiError ? failure.message : failure ? 'Failed to save notification settings' : null,
  };
};
