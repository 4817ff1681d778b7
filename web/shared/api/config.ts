import { useEffect } from 'react';
import { type Config, config as configRoute } from '../../../contract/shared/config.ts';
import { paths } from '../paths.ts';
import { createValueStore, useValueStore } from '../value-store.ts';
import { callRoute } from './api-request.ts';

/** `settled` without a config means that loading failed: pages do without it, and the server's checks still apply. */
type ConfigState = { config: Config | null; settled: boolean };

const state = createValueStore<ConfigState>({ config: null, settled: false });
let loading: Promise<Config | null> | null = null;

const settle = (config: Config | null) => {
  state.set({ config, settled: true });
  if (!config) loading = null;
  return config;
};

/** Loads /api/config once per page load; after a failure the next caller retries. */
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

/** The deployment's public configuration; null until it is loaded. */
export const useConfig = (): Config | null => useConfigState().config;

/** The path of the educator login on this deployment. */
export const useStaffPath = (): string => useConfig()?.staffPath ?? paths.educatorLogin;

/**
 * Whether the browser can use the passkeys of this deployment. Until the configuration is loaded, whether it might: the
 * login reserves space for them.
 */
export const usePasskeySupport = (): boolean => {
  const config = useConfig();
  const { hostname } = location;
  // Browsers have no passkeys for IP addresses.
  const mayWork = config ? config.passkeyHost === hostname : !/[\d\]]$/.test(hostname);
  return mayWork && 'PublicKeyCredential' in window;
};
