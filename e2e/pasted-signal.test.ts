import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { setUpPeople, signInCustomer, signInEducator, withClipboard } from './people.ts';

/** A signal from a chat, pasted and published; its details are in the ui tests of the form. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();

it('leads a pasted signal through the preview to a customer (§2.28)', async () => {
  const customer = await watched(signInCustomer(app.url, { path: '/customer/forex' }));
  await customer.getByText('Live', { exact: true }).waitFor();
  const page = await watched(signInEducator(app.url, '2', withClipboard));
  await page.evaluate(() => navigator.clipboard.writeText('NZDCHF sell 1.1310, SL 1.1360, TP 1.1240, 4H'));
  await page.getByRole('textbox', { name: 'Signal as text' }).click();
  await page.keyboard.press('ControlOrMeta+V');
  await page.getByRole('list', { name: 'Read from the signal' }).getByText('Exit 1: 1.1240').waitFor();
  await page.locator('form').first().getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('dialog', { name: 'Preview' }).getByRole('button', { name: 'Publish idea' }).click();
  await page.getByText('Trade idea created successfully').waitFor();

  await customer.getByRole('button', { name: 'New idea: NZD/CHF' }).click();
  const card = customer.locator('[role=group]:not([aria-hidden]) article');
  for (const text of ['NZD/CHF', 'Bearish', '1.1310', '1.1360', '1.1240'])
    await card.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
  const { rows } = await app.database.pool.query(
    "select time_frame, order_type, entry_1, invalidation_level, exit_1 from trade_ideas where pair = 'NZD/CHF'",
  );
  expect(rows).toEqual([
    {
      time_frame: '4H',
      order_type: 'SELL',
      entry_1: '1.1310',
      invalidation_level: '1.1360',
      exit_1: '1.1240',
    },
  ]);
});
