import type { Page } from 'playwright-core';

type Theme = 'dark' | 'light';

/** Changes the theme like another tab of this browser. */
export const chooseTheme = async (page: Page, theme: Theme) => {
  await page.evaluate((name) => {
    localStorage.setItem('theme', name);
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  }, theme);
  await page.waitForFunction((name) => document.documentElement.dataset.theme === name, theme);
};

export const getTheme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
