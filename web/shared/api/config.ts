import { useEffect, useSyncExternalStore } from 'react';
import { type Config, config as configRoute } from '../../../contract/config.ts';
import { paths } from '../paths.ts';
import { callRoute } from './api-request.ts';

/** `failed` is a state of its own: screens then do without (the server's own checks stand). */
type ConfigState = { config: Config | null; settled: boolean };

let state: ConfigState = { config: null, settled: false };
let loading: Promise<Config | null> | null = null;
const listeners = new Set<() => void>();

const settle = (config: Config | null) => {
  state = { config, settled: true };
  if (!config) loading = null;
  for (const listener of listeners) listener();
  return config;
};

/** Loads /api/config once per page; a failed load is tried again by the next screen that asks. */
export const loadConfig = (): Promise<Config | null> => {
  loading ??= callRoute(configRoute, {}).then(settle, () => settle(null));
  return loading;
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useConfigState = (): ConfigState => {
  useEffect(() => {
    void loadConfig();
  }, []);
  return useSyncExternalStore(subscribe, () => state);
};

/** What the deployment says of itself; null until it is known. */
export const useConfig = (): Config | null => useConfigState().config;

/** Where the educator login lives on this deployment. */
export const useStaffPath = (): string => useConfig()?.staffPath ?? paths.educatorLogin;
