import { describe, expect, it } from 'vitest';
import { setUpDashboard, setup } from './educator-dashboard.ts';
import { createKeyboard } from './keyboard.ts';
import { withClipboard } from './people.ts';

/** A signal from a chat, pasted into the form of the dashboard. */
setUpDashboard(withClipboard);

const SIGNAL = 'GBPUSD sell 1.2710, SL 1.2760, TP 1.2640, 4H';
const box = () => setup.page.getByRole('textbox', { name: 'Signal as text' });
const copyElsewhere = (text: string) =>
  setup.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
const paste = async () => {
  await box().click();
  await setup.page.keyboard.press('ControlOrMeta+V');
};

/** Counts every press of a pointer and every key from now on; a chord of two keys counts twice. */
const countPresses = async () => {
  const presses = await setup.page.evaluateHandle(() => {
    const counted: string[] = [];
    for (const type of ['pointerdown', 'keydown'])
      window.addEventListener(type, () => counted.push(type), { capture: true });
    return counted;
  });
  return () => presses.evaluate(({ length }) => length);
};

describe.each([360, 1440])('at %i px', (width) => {
  it('lets an educator paste a signal, check it and publish it in five presses', async () => {
    const { page, dashboard, app } = setup;
    await page.setViewportSize({ width, height: 800 });
    await copyElsewhere(SIGNAL);
    const presses = await countPresses();
    await paste();
    await page.getByRole('list', { name: 'Read from the signal' }).getByText('Exit 1: 1.2640').waitFor();
    await dashboard.form().getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('dialog', { name: 'Preview' });
    const card = preview.getByRole('article');
    for (const text of ['GBP/USD', 'Bearish', '1.2710', '1.2760', '1.2640'])
      await card.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
    await preview.getByRole('button', { name: 'Publish idea' }).click();
    await page.getByText('Trade idea created successfully').waitFor();
    await expect.poll(() => presses()).toBe(5);
    const { rows } = await app.database.pool.query(
      `select time_frame, order_type, market_type, entry_1, invalidation_level, exit_1
       from trade_ideas where pair = 'GBP/USD' and educator_id = '2' order by created_at desc limit 1`,
    );
    expect(rows).toEqual([
      {
        time_frame: '4H',
        order_type: 'SELL',
        market_type: 'Forex',
        entry_1: '1.2710',
        invalidation_level: '1.2760',
        exit_1: '1.2640',
      },
    ]);
  });
});

it('says what an incomplete signal still needs, and each name leads to its field', async () => {
  const { page, dashboard } = setup;
  await copyElsewhere('GBPUSD sell 1.2710, TP 1.2640');
  await paste();
  const needed = page.getByText(/^Still needed:/);
  await needed.waitFor();
  await expect.poll(() => needed.innerText()).toBe('Still needed: time frame, invalidation level.');
  const field = dashboard.form().getByRole('textbox', { name: 'Invalidation level', exact: true });
  const keys = createKeyboard(page);
  await keys.use(needed.getByRole('button', { name: 'invalidation level' }));
  await keys.expectFocus(field);
  await keys.type('1.2760');
  await expect.poll(() => needed.innerText()).toBe('Still needed: time frame.');
  await dashboard.fill({ 'Time frame': '4H' });
  await needed.waitFor({ state: 'detached' });
});

it('marks the required fields, also for screen readers', async () => {
  const { dashboard } = setup;
  // Its name has no asterisk.
  await dashboard.form().getByRole('textbox', { name: 'Exit 1', exact: true }).waitFor();
  const marked = await dashboard
    .form()
    .locator('label span')
    .evaluateAll((texts) =>
      texts
        .filter((text) => getComputedStyle(text, '::after').content.includes('*'))
        .map(({ textContent }) => textContent),
    );
  expect(marked).toEqual(['Pair', 'Time frame', 'Entry 1', 'Invalidation level', 'Exit 1']);
  const required = dashboard.form().locator('[required]');
  await expect
    .poll(() => required.evaluateAll((fields) => fields.map((field) => field.getAttribute('name'))))
    .toEqual(['pair', 'time_frame', 'entry_1', 'invalidation_level', 'exit_1']);
});

it('keeps a text of 5,001 characters with a message, and reads one of 5,000', async () => {
  const { page, dashboard } = setup;
  const entry = dashboard.form().getByRole('textbox', { name: 'Entry 1' });
  const tooLong = page.getByText('This text is too long for a signal. Paste up to 5,000 characters.');
  await copyElsewhere(SIGNAL.padEnd(5_001, '.'));
  await paste();
  await tooLong.waitFor();
  await expect.poll(() => box().inputValue()).toHaveLength(5_001);
  await expect.poll(() => entry.inputValue()).toBe('');
  await copyElsewhere(SIGNAL.padEnd(5_000, '.'));
  await paste();
  await tooLong.waitFor({ state: 'detached' });
  await expect.poll(() => entry.inputValue()).toBe('1.2710');
});
