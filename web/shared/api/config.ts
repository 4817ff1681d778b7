import { useEffect } from 'react';
import { type Config, config as configRoute } from '../../../contract/config.ts';
import { paths } from '../paths.ts';
import { createValueStore, useValueStore } from '../value-store.ts';
import { callRoute } from './api-request.ts';

/** `failed` is a state of its own: screens then do without (the server's own checks stand). */
type ConfigState = { config: Config | null; settled: boolean };

const state = createValueStore<ConfigState>({ config: null, settled: false });
let loading: Promise<Config | null> | null = null;

const settle = (config: Config | null) => {
  state.set({ config, settled: true });
  if (!config) loading = null;
  return config;
};

/** Loads /api/config once per page; a failed load is tried again by the next screen that asks. */
export const loadConfig = (): Promise<Config | null> => {
  loading ??= callRoute(configRoute, {}).then(settle, () => settle(null));
  return loading;
};

export const useConfigState = (): ConfigState => {
  useEffect(() => {
    void loadConfig();
  }, []);
  return useValueStore(state);
};

/** What the deployment says of itself; null until it is known. */
export const useConfig = (): Config | null => useConfigState().config;

/** Where the educator login lives on this deployment. */
export const useStaffPath = (): string => useConfig()?.staffPath ?? paths.educatorLogin;
