import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Database } from '../server/database/database.ts';
import { screens, selectContent, setUpVisitors, setup, toAddress } from './screens.ts';

/** A phone of 360 px, with everything at its maximum length: names, bios, prices, links, messages. */
const NAME = 'Maximiliana-Constantinopolitana of the Hinterlands '.repeat(2).slice(0, 100);
const WORD = 'unbroken'.repeat(40);

const prepare = async ({ pool }: Database) => {
  await pool.query('update users set full_name = $1', [NAME]);
  await pool.query(
    `insert into user_profiles (user_id, role, display_name, bio, specialty, trading_style, years_experience, updated_at)
     select id, role, $1, left(repeat($2 || ' ', 9), 1000), case role when 'customer' then left($2, 100) else 'Fundamental Analysis' end,
       'Algorithmic Trading', 50, now()
     from users
     on conflict (user_id) do update set display_name = excluded.display_name, bio = excluded.bio, specialty = excluded.specialty`,
    [NAME, WORD],
  );
  const insert = (market: string, status: string) =>
    pool.query(
      `insert into trade_ideas (id, educator_id, educator_name, pair, time_frame, order_type, idea_type, market_type,
         entry_1, entry_2, invalidation_level, exit_1, exit_2, notes, status, created_at, updated_at, version)
       values (gen_random_uuid(), '1', $3, 'A-VERY-LONG-NAME/USDT.PERP-Q1', 'Daily and weekly', 'SELL', 'Leverage', $1,
         123456789.123456789012, 0.000000000812, 133456789.123456789012, 103456789.123456789012, 64250.5, $4, $2, now(), now(), 1)`,
      [market, status, NAME, `https://example.com/${WORD}`],
    );
  for (const market of ['Forex', 'Crypto'])
    for (const status of ['active', 'successful']) await insert(market, status);
  await pool.query(
    `insert into chat_messages (room_id, user_id, user_name, user_role, message, created_at, updated_at)
     select r.id, 'edu-1', $1, 'educator', m, now(), now() from chat_rooms r, unnest($2::text[]) m`,
    [NAME, [WORD, `See https://example.com/${WORD}?a=1.`]],
  );
  await pool.query(
    `insert into videos (id, educator_id, title, category, url, created_at, updated_at)
     values (gen_random_uuid(), '1', $1, 'Risk Management', 'https://a-rather-long-name.of-a-place-for-videos.example/x', now(), now())`,
    [WORD.slice(0, 120)],
  );
};

setUpVisitors({ viewport: { width: 360, height: 800 } }, { prepare });

/** Elements wider than the window, except in horizontal scroll containers and the carousel's other cards. */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll|hidden/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    return [...document.querySelectorAll('main *, header *, footer *, [role=dialog] *')]
      .filter((element) => {
        const { left, right, width, height } = element.getBoundingClientRect();
        return width > 1 && height > 1 && (left < -1 || right > innerWidth + 1);
      })
      .filter((element) => !scrolls(element.parentElement))
      .filter(
        (element) =>
          !element.closest('[aria-hidden=true]') && !element.querySelector(':scope > [role=group]'),
      )
      .map((element) => `${element.tagName.toLowerCase()} "${element.textContent?.slice(0, 40)}"`);
  });

const cases = (['customer', 'educator'] as const).flatMap((who) =>
  screens[who].map((path) => [path, who] as const),
);

describe('long words', () => {
  it.each(cases)('keeps long words within %s (%s)', async (path, who) => {
    const { page } = setup.people[who];
    await page.goto(toAddress(path));
    const content = /profile$/.test(path) ? 'dd:has-text("unbroken")' : selectContent(path);
    await page.locator(content).first().waitFor();
    await expect.poll(() => outside(page)).toEqual([]);
  });

  it('keeps long words within the detail of an idea and in the comparison', async () => {
    const { page } = setup.people.customer;
    await page.goto('/customer/crypto');
    await page
      .locator('[role=group]:not([aria-hidden]) article')
      .getByRole('button', { name: 'Details' })
      .click();
    await page.getByRole('dialog').getByText('Position size', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Account size' }).fill('999,999,999,999');
    await expect.poll(() => outside(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('combobox', { name: 'Sort by' }).waitFor();
    await expect.poll(() => outside(page)).toEqual([]);
  });

  it('keeps long words within the menu, an edited profile and an edited message', async () => {
    const { page } = setup.people.educator;
    await page.goto('/educator/profile');
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Videos' }).waitFor();
    await expect.poll(() => outside(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await expect.poll(() => outside(page)).toEqual([]);
    await page.goto('/educator/chat');
    await page.getByRole('button', { name: 'Edit message' }).last().click();
    await page.getByRole('form', { name: 'Edit message' }).waitFor();
    await expect.poll(() => outside(page)).toEqual([]);
  });
});
