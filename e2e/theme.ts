import type { Page } from 'playwright-core';

type Theme = 'dark' | 'light';

/** Changes the theme as another tab of this browser would. */
export const chooseTheme = async (page: Page, theme: Theme) => {
  await page.evaluate((name) => {
    localStorage.setItem('theme', name);
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  }, theme);
  await page.waitForFunction((name) => document.documentElement.dataset.theme === name, theme);
};

export const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
