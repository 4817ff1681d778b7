import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MarketSwitches } from '../../../contract/markets.ts';
import { getPreferences, putPreferences } from '../../../contract/notifications.ts';
import { getPushSettings, type PushSettings, putPushSettings } from '../../../contract/push.ts';
import { useSignedInUser } from '../../entities/session/current-user.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { showToast } from '../../shared/ui/toast.ts';

/** Where settings are: `send` gets all of them, and which of them were changed. */
type Source<Settings> = {
  path: string;
  failure: string;
  load: (signal: AbortSignal) => Promise<Settings>;
  send: (all: Settings, changed: Partial<Settings>) => Promise<Settings>;
};

/** Settings on the server, with optimistic changes that are reverted, with a message, when the server does not get them. */
const useSavedSettings = <Settings extends object>(
  { path, failure, load, send }: Source<Settings>,
  /** Shown, and changed, before the server answers. */
  copy: Settings | null = null,
) => {
  const client = useQueryClient();
  const key = [path] as const;
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => load(signal),
  });
  /** What was chosen last, until it is saved. The library tells of a mutation only after the event, when a switch has jumped back. */
  const [pending, setPending] = useState<Settings | null>(null);
  const { mutate } = useMutation({
    // Runs mutations one after another, so that the last one wins.
    scope: { id: path },
    mutationFn: ({ all, changed }: { all: Settings; changed: Partial<Settings> }) => send(all, changed),
    // What is loading may be from before the change.
    onMutate: () => client.cancelQueries({ queryKey: key }),
    onSuccess: (saved) => client.setQueryData(key, saved),
    // Runs after the settings were closed too, so a toast says it.
    onError: ({ message }) => {
      showToast({ title: failure, description: message, tone: 'error' });
      if (!client.getQueryData(key)) void refetch();
    },
    onSettled: (_saved, _error, { all }) => setPending((now) => (now === all ? null : now)),
  });
  const settings = pending ?? data ?? copy;
  const save = (changed: Partial<Settings>) => {
    if (!settings) return;
    const all = { ...settings, ...changed };
    setPending(all);
    mutate({ all, changed });
  };
  return {
    settings,
    /** What the server has. */
    saved: data,
    failed: isError && !data,
    load: refetch,
    loading: isFetching,
    save,
  };
};

const pushSettings: Source<PushSettings> = {
  path: getPushSettings.path,
  failure: putPushSettings.failure,
  load: (signal) => callRoute(getPushSettings, {}, { signal }),
  send: (body) => callRoute(putPushSettings, { body }),
};

/** Status changes and quiet hours. */
export const usePushSettings = () => useSavedSettings(pushSettings);

const marketSettings: Source<MarketSwitches> = {
  path: getPreferences.path,
  failure: putPreferences.failure,
  load: (signal) => callRoute(getPreferences, {}, { signal }),
  // Only what was switched here: another device may have switched the other market.
  send: (_all, body) => callRoute(putPreferences, { body }),
};

/** The markets with notifications. Badges read the copy on this device, which is there before the server answers. */
export const useMarketSettings = () => {
  const { id } = useSignedInUser();
  const [copy, setCopy] = useStored(storageKeys.notificationSettings(id));
  const { settings, saved, load, save } = useSavedSettings(marketSettings, copy);
  useEffect(() => {
    if (saved) setCopy(saved);
  }, [saved, setCopy]);
  return { settings: settings ?? copy, load, save };
};

export type MarketSettings = ReturnType<typeof useMarketSettings>;
