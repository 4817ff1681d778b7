import { readStored, subscribeStored, useStored } from './storage/local-store.ts';
import { stored, type Theme } from './storage/storage-keys.ts';

/** The browser's own bars take the colour of the page's top. */
const barColours: Record<Theme, string> = { dark: '#0b0f14', light: '#f6f4ef' };

const apply = () => {
  const theme = readStored(stored.theme);
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', barColours[theme]);
};

/** `public/theme.js` has set the theme before the first paint; this keeps it true afterwards, in every tab. */
export const followTheme = (): void => {
  apply();
  subscribeStored(stored.theme, apply);
};

export const useTheme = () => useStored(stored.theme);
