import { readStored, subscribeStored, useStored } from './storage/local-store.ts';
import { storageKeys, type Theme } from './storage/storage-keys.ts';

/** Colour of the browser's toolbar: that of the top of the page. */
const barColours: Record<Theme, string> = { dark: '#0b0f14', light: '#f6f4ef' };

const apply = () => {
  const theme = readStored(storageKeys.theme);
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', barColours[theme]);
};

/** Follows the stored theme in every tab; `public/startup.js` sets it before the first paint. */
export const followTheme = (): void => {
  apply();
  subscribeStored(storageKeys.theme, apply);
};

export const useTheme = () => useStored(storageKeys.theme);
