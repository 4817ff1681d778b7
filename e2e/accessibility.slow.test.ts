import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findColourViolations, findViolations } from './axe.ts';
import { signInCalls } from './educator-calls.ts';
import { openNotificationSettings } from './people.ts';
import { setUpVisitors, setup } from './screens.ts';
import { chooseTheme, getTheme } from './theme.ts';

/** WCAG 2.2 AA by axe in both themes (DESIGN §11), for what a press opens. Screens: every-screen.test.ts. */
setUpVisitors();

/** A new idea in Forex. The returned function moves its invalidation level. */
const publishAndChange = async () => {
  const educator = await signInCalls(setup.app);
  const { id } = await educator.publish({ pair: 'AUD/NZD' });
  return () => educator.change(id, { invalidation_level: '1.0700' });
};

/** All rules in the dark theme, and those that depend on colours in the light theme. */
const expectNothing = async (page: Page) => {
  await expect.poll(() => getTheme(page)).toBe('dark');
  expect(await findViolations(page), 'dark').toEqual([]);
  await chooseTheme(page, 'light');
  try {
    expect(await findColourViolations(page), 'light').toEqual([]);
  } finally {
    await chooseTheme(page, 'dark');
  }
};

/** Brings a page into a state, checks it with axe and leaves no state. */
const opened = async (page: Page, reach: (page: Page) => Promise<unknown>) => {
  try {
    await reach(page);
    await expectNothing(page);
  } finally {
    await page.context().setOffline(false);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.evaluate(() => {
      localStorage.removeItem('theme');
      localStorage.setItem('marketLayout', 'cards');
      for (const name of ['ledgerHead', 'ledgerBreak']) localStorage.removeItem(name);
    });
  }
};

describe('accessibility in both themes', () => {
  /** What a press opens on a reader's screens, and what is shown only sometimes. */
  const reader: [string, (page: Page) => Promise<unknown>][] = [
    [
      'the notification settings',
      async (page) => {
        await page.goto('/customer/dashboard');
        await openNotificationSettings(page);
        await page.getByRole('switch', { name: 'Crypto', exact: true }).uncheck();
        await page.getByRole('switch', { name: 'Quiet hours' }).check();
        await page.getByLabel('Time zone').waitFor();
      },
    ],
    [
      'an arrival, the install banner, and what is read offline',
      async (page) => {
        await page.goto('/customer/crypto');
        await page.getByRole('status', { name: 'Connection' }).waitFor({ state: 'attached' });
        await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt')));
        await page.getByRole('region', { name: 'Install' }).waitFor();
        await publishAndChange();
        await page.getByRole('heading', { name: 'AUD/NZD Bullish' }).waitFor();
        const educator = await signInCalls(setup.app);
        await educator.publish({ pair: 'DOT/USD', market_type: 'Crypto' });
        await page.getByRole('button', { name: /^New idea: DOT\/USD$|new ideas$/ }).waitFor();
        await page.context().setOffline(true);
        await page.getByText(/^Offline[.] Last updated/).waitFor();
      },
    ],
    [
      'markets with badges and notifications off',
      async (page) => {
        await page.goto('/customer/dashboard');
        await openNotificationSettings(page);
        await page.getByRole('switch', { name: 'Crypto', exact: true }).setChecked(false);
        await page.keyboard.press('Escape');
        await page.getByText('Live', { exact: true }).waitFor();
        await page.getByText('Notifications Off').waitFor();
        await publishAndChange();
        await page
          .getByText(/new ideas?$/)
          .first()
          .waitFor({ state: 'attached' });
      },
    ],
    [
      'a card that changed since it was read',
      async (page) => {
        const change = await publishAndChange();
        await page.goto('/customer/forex');
        await page
          .getByRole('article', { name: /AUD\/NZD/ })
          .first()
          .waitFor();
        await page.getByText('Live', { exact: true }).waitFor();
        await change();
        await page.getByText('Updated since you last viewed it').waitFor();
      },
    ],
    [
      'an idea in detail, with what changed on it',
      async (page) => {
        const change = await publishAndChange();
        await change();
        await page.goto('/customer/forex');
        await page
          .getByRole('button', { name: /^Edited/ })
          .first()
          .click();
        await page.getByRole('dialog').getByText('published').waitFor();
      },
    ],
    [
      'ideas compared in a table',
      async (page) => {
        await page.goto('/customer/forex');
        await page.getByRole('button', { name: 'Compare', exact: true }).click();
        await page.getByRole('table').waitFor();
      },
    ],
    [
      'ideas compared on a phone',
      async (page) => {
        await page.setViewportSize({ width: 360, height: 800 });
        await page.goto('/customer/forex');
        await page.getByRole('button', { name: 'Compare', exact: true }).click();
        await page.getByRole('combobox', { name: 'Sort by' }).waitFor();
      },
    ],
  ];
  it.each(reader)('axe finds no violation in %s', (_name, reach) =>
    opened(setup.people.customer.page, reach),
  );

  /** The same for an educator's screens. */
  const writer: [string, (page: Page) => Promise<unknown>][] = [
    [
      "the profile dialog of the educator's bar",
      async (page) => {
        await page.getByRole('button', { name: 'Your account' }).click();
        await page.getByRole('menuitem', { name: 'Profile' }).click();
        const dialog = page.getByRole('dialog', { name: 'Profile', exact: true });
        await dialog.getByLabel('Bio').fill('Half a sentence');
        await dialog.getByRole('button', { name: 'Discard changes' }).click();
      },
    ],
    [
      'the own devices, with a password refused',
      async (page) => {
        await page.getByRole('button', { name: 'Your account' }).click();
        await page.getByRole('menuitem', { name: 'Security' }).click();
        const dialog = page.getByRole('dialog', { name: 'Security' });
        await dialog.getByText('This device').waitFor();
        await dialog.getByLabel('Current password', { exact: true }).fill('a guess');
        await dialog.getByLabel('New password', { exact: true }).fill('a longer password');
        await dialog.getByRole('button', { name: 'Change password' }).click();
        await dialog.getByText('Incorrect password').waitFor();
      },
    ],
    [
      'the closing form of an idea',
      async (page) => {
        const selected = page.locator('[role=group]:not([aria-hidden]) article');
        await selected.getByRole('button', { name: 'Mark successful' }).click();
        await page.getByRole('form', { name: 'Result' }).waitFor();
      },
    ],
    [
      'the warning that the ledger is another one',
      async (page) => {
        await page.evaluate(() => {
          const seen = { count: 99_999, head: 'f'.repeat(64) };
          localStorage.setItem('ledgerHead', JSON.stringify(seen));
        });
        await page.reload();
        await page.getByText('The idea history has changed since your last visit').waitFor();
        // It is open above a screen that is still loading.
        await page.getByRole('heading', { level: 1 }).first().waitFor();
      },
    ],
  ];
  it.each(writer)('axe finds no violation in %s', async (_name, reach) => {
    const { page } = setup.people.educator;
    await page.goto('/educator/dashboard');
    await opened(page, reach);
  });
});

describe('high contrast of the system', () => {
  it('shows what is selected, and the levels to scale', async () => {
    const { page } = setup.people.customer;
    await page.emulateMedia({ forcedColors: 'active' });
    try {
      const read = (element: Locator) =>
        element.evaluate((node) => {
          const { backgroundColor, forcedColorAdjust } = getComputedStyle(node);
          return { backgroundColor, forcedColorAdjust };
        });
      const markets = page.getByRole('navigation', { name: 'Market', exact: true });
      const results = page.getByRole('group', { name: 'Result', exact: true });
      await page.goto('/customer/forex/leverage');
      for (const [selected, other] of [
        [markets.getByRole('link', { name: 'Forex' }), markets.getByRole('link', { name: 'Crypto' })],
        [results.getByText('All', { exact: true }), results.getByText('Successful', { exact: true })],
      ] as const) {
        const [shown, plain] = [await read(selected), await read(other)];
        expect([shown.forcedColorAdjust, plain.forcedColorAdjust]).toEqual(['none', 'auto']);
        expect(shown.backgroundColor).not.toBe(plain.backgroundColor);
      }
      await page.goto('/customer/forex');
      const card = page.locator('[role=group]:not([aria-hidden]) article');
      expect(await read(card.locator('[data-drawn]').first())).toMatchObject({ forcedColorAdjust: 'none' });
    } finally {
      await page.emulateMedia({ forcedColors: null });
    }
  });
});
