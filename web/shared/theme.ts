import { readStored, subscribeStored, useStored } from './storage/local-store.ts';
import { storageKeys, type Theme } from './storage/storage-keys.ts';

/** The browser's own bars take the colour of the page's top. */
const barColours: Record<Theme, string> = { dark: '#0b0f14', light: '#f6f4ef' };

const apply = () => {
  const theme = readStored(storageKeys.theme);
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', barColours[theme]);
};

/** `public/theme.js` has set the theme before the first paint; this keeps it true afterwards, in every tab. */
export const followTheme = (): void => {
  apply();
  subscribeStored(storageKeys.theme, apply);
};

export const useTheme = () => useStored(storageKeys.theme);
