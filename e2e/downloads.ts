import { text } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';

/** Presses a button that saves a file. Returns its name and content. */
export const download = async (page: Page, button: Locator): Promise<{ name: string; content: string }> => {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  // Read as a stream, because the browser runs in another process.
  return { name: download.suggestedFilename(), content: await text(await download.createReadStream()) };
};
