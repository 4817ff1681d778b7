import { text } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { jpeg } from '../server/testing/media-files.ts';
import { setUpDashboard, setup } from './educator-dashboard.ts';
import { createKeyboard, type Keyboard } from './keyboard.ts';
import { hear, keepTwoSeconds } from './voice-player.ts';

/** Everything an educator does, by keyboard alone and with a visible focus. */
setUpDashboard({ permissions: ['microphone'] });
let keys: Keyboard;
beforeEach(() => {
  keys = createKeyboard(setup.page);
});

const form = () => setup.dashboard.form();
const button = (name: string | RegExp, where: Page | Locator = setup.page): Locator =>
  where.getByRole('button', { name }).first();

const choose = async (input: Locator, ...files: Parameters<Keyboard['choose']>) => {
  await keys.tabTo(input);
  await keys.choose(...files);
};
const useBack = async (target: Locator) => {
  await keys.tabTo(target, 'back');
  await keys.press('Enter');
};
const photo = async (width: number) => ({
  name: `${width}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await jpeg(width, 300),
});

describe('the form', () => {
  it('adds, reorders and removes photos', async () => {
    const input = form().getByLabel('Add photos');
    const tiles = form().getByRole('list', { name: 'Photos' }).getByRole('listitem');
    const urls = () => tiles.evaluateAll((items) => items.map((item) => item.getAttribute('data-photo')));
    await choose(input, await photo(300), await photo(301), await photo(302));
    await expect.poll(async () => (await urls()).filter(Boolean).length).toBe(3);
    const [a, b, c] = await urls();
    await useBack(button('Move photo 3 left'));
    await expect.poll(() => urls()).toEqual([a, c, b]);
    await keys.press('Space');
    await expect.poll(() => urls()).toEqual([c, a, b]);
    await keys.use(button('Remove photo 2'));
    await expect.poll(urls).toEqual([c, b]);
    await keys.expectFocus(input);
  });

  it('keeps the focus when an upload fails, is retried and is cancelled', async () => {
    const { page } = setup;
    await page.route('**/api/media?*', (route) => route.abort());
    await choose(form().getByLabel('Add photos'), await photo(300));
    await keys.tabTo(button('Try again', form()), 'back');
    await page.unroute('**/api/media?*');
    await keys.press('Enter');
    await form().getByRole('listitem', { name: 'Photo 1, cover' }).waitFor();
    await useBack(button('Remove photo 1'));
    await page.route('**/api/media?*', (route) => route.abort());
    await choose(form().getByLabel('Add photos'), await photo(301));
    await button('Try again', form()).waitFor();
    await useBack(button('Cancel upload'));
    await keys.expectFocus(form().getByLabel('Add photos'));
  });

  it('records, pauses, saves, plays and removes a voice explanation', async () => {
    await keys.use(button('Record'));
    const panel = form().getByRole('region', { name: 'Recording' });
    await keys.expectFocus(button('Stop and save', panel));
    await keys.use(button('Pause', panel), 'Space');
    await keys.use(button('Resume', panel), 'Space');
    await keepTwoSeconds(panel, () => useBack(button('Stop and save', panel)));
    await keys.expectFocus(form().getByLabel('Voice explanation', { exact: true }));
    await hear(form(), () => keys.press('Space'));
    await keys.use(button('Remove the voice explanation'));
    await keys.expectFocus(button('Record'));
  });
});

describe('the ledger', () => {
  it('downloads the ledger, and verifies it from the file', async () => {
    const { page } = setup;
    await page.goto('/verify');
    await keys.tabTo(button('Download the change log'));
    const [download] = await Promise.all([page.waitForEvent('download'), keys.press('Enter')]);
    const buffer = Buffer.from(await text(await download.createReadStream()));
    await choose(page.getByLabel('Change log file'), {
      name: 'ledger.json',
      mimeType: 'application/json',
      buffer,
    });
    await page.getByText('Change log intact').waitFor();
    await keys.use(button('Copy fingerprint'));
    await keys.expectFocus(button('Copy fingerprint'));
  });
});
