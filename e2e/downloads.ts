import { text } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';

/** Presses a button that saves a file; answers its name and what is in it. */
export const downloadBy = async (page: Page, button: Locator): Promise<{ name: string; content: string }> => {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  // Read as a stream: the browser is another process's, which keeps the file to itself.
  return { name: download.suggestedFilename(), content: await text(await download.createReadStream()) };
};
