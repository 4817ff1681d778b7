import { expect, it } from 'vitest';
import { setUpDashboard, setup } from './educator-dashboard.ts';
import { createKeyboard } from './keyboard.ts';
import { BLANK_PATH } from './people.ts';

/** On a slow network a person goes on before a page arrives: it does not take the focus. */
setUpDashboard();

it('leaves the focus on a button that was reached before the page arrived', async () => {
  const { page } = setup;
  await page.goto(BLANK_PATH);
  const { expectFocus, tabTo, use } = createKeyboard(page);
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/educator-dashboard-page-*.js', (route) => arrival.then(() => route.continue()));
  const requested = page.waitForRequest('**/educator-dashboard-page-*.js');
  await page.goto('/educator/ideas');
  await use(page.getByRole('link', { name: 'Dashboard', exact: true }));
  await page.waitForURL('**/educator/dashboard');
  await requested;
  const account = page.getByRole('button', { name: 'Your account' });
  await tabTo(account);
  arrive();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await expectFocus(account);
  // Without a press since the navigation, the heading gets the focus.
  await use(page.getByRole('banner').getByRole('link', { name: 'My Trade Ideas', exact: true }));
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('My Trade Ideas');
});
