import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MarketSwitches } from '../../contract/ideas/markets.ts';
import { getPreferences, putPreferences } from '../../contract/notifications/preferences.ts';
import { getPushSettings, type PushSettings, putPushSettings } from '../../contract/notifications/push.ts';
import { useSignedInUser } from '../account/session/current-user.ts';
import { callRoute } from '../shared/api/api-request.ts';
import { followsAccount } from '../shared/api/query-client.ts';
import { useStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { showToast } from '../shared/ui/toast.ts';

/** Where settings are. Only what was changed is sent: another device may have changed the rest. */
type Source<Settings, Changes> = {
  path: string;
  failure: string;
  load: (signal: AbortSignal) => Promise<Settings>;
  send: (changes: Changes) => Promise<Settings>;
  merge: (settings: Settings, changes: Changes) => Settings;
};

/** Settings on the server, with optimistic changes that are reverted, with a message, when the server does not get them. */
const useSavedSettings = <Settings extends object, Changes>(
  { path, failure, load, send, merge }: Source<Settings, Changes>,
  /** Shown, and changed, before the server answers. */
  copy: Settings | null = null,
) => {
  const client = useQueryClient();
  const key = [path] as const;
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => load(signal),
    ...followsAccount,
  });
  /** What was chosen last, until it is saved. The library tells of a mutation only after the event, when a switch has jumped back. */
  const [pending, setPending] = useState<Settings | null>(null);
  const { mutate } = useMutation({
    // Runs mutations one after another, so that the last one wins.
    scope: { id: path },
    mutationFn: ({ changes }: { all: Settings; changes: Changes }) => send(changes),
    onSuccess: async (saved) => {
      // What is loading may be from before the change.
      await client.cancelQueries({ queryKey: key });
      client.setQueryData(key, saved);
    },
    // Runs after the settings were closed too, so a toast says it.
    onError: ({ message }) => showToast({ title: failure, description: message, tone: 'error' }),
    onSettled: (_saved, _error, { all }) => setPending((now) => (now === all ? null : now)),
  });
  const settings = pending ?? data ?? copy;
  const save = (changes: Changes) => {
    if (!settings) return;
    const all = merge(settings, changes);
    setPending(all);
    mutate({ all, changes });
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

type PushSettingsChanges = Partial<Omit<PushSettings, 'followedOnly' | 'bookmarkAlerts'>> & {
  followedOnly?: Partial<MarketSwitches>;
  bookmarkAlerts?: boolean;
};

const pushSettings: Source<PushSettings, PushSettingsChanges> = {
  path: getPushSettings.path,
  failure: putPushSettings.failure,
  load: (signal) => callRoute(getPushSettings, {}, { signal }),
  send: (body) => callRoute(putPushSettings, { body }),
  merge: (settings, { followedOnly, ...others }) => ({
    ...settings,
    ...others,
    followedOnly: { ...settings.followedOnly, ...followedOnly },
  }),
};

/** Status changes and quiet hours. */
export const usePushSettings = () => useSavedSettings(pushSettings);

const marketSettings: Source<MarketSwitches, Partial<MarketSwitches>> = {
  path: getPreferences.path,
  failure: putPreferences.failure,
  load: (signal) => callRoute(getPreferences, {}, { signal }),
  send: (body) => callRoute(putPreferences, { body }),
  merge: (settings, changes) => ({ ...settings, ...changes }),
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
