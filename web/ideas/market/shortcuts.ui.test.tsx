import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { findViolations } from '../../testing/axe.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { press, type } from '../../testing/keyboard.ts';
import { openApp, reloadApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown } from '../../testing/page.ts';
import { SELECTED_CARD } from '../carousel/use-carousel.ts';

/** The keyboard shortcuts of a market with nine ideas. */
beforeEach(() => {
  new FakeIdeas(
    server(),
    Array.from({ length: 9 }, (_, index) => ({
      pair: `P${index + 1}/USD`,
      created_at: new Date(Date.UTC(2026, 0, 9) - index * 60_000).toISOString(),
    })),
  );
});

const card = () => page.getByCss(SELECTED_CARD);
const open = async () => {
  await openApp('/customer/forex');
  await expectShown(card());
};
const expectPlace = (place: number) => expectShown(page.getByText(`${place} of 9`, { exact: true }));
const help = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const singleKeys = () => help().getByRole('switch', { name: 'Single-key shortcuts' });

it('steps by J and K, and opens the idea by Enter, where the dialog has the keys to itself (§2.52)', async () => {
  await open();
  await press('j', 'j', 'k');
  await expectPlace(2);
  await press('Enter');
  const detail = page.getByRole('dialog', { name: 'P2/USD' });
  await expectShown(detail.getByRole('button', { name: 'Copy idea' }));
  await press('j', 'c', 'Escape');
  await expectGone(detail);
  await expectPlace(2);
  await expectGone(page.getByRole('table'));
});

it('changes the layout by C (§2.52)', async () => {
  await open();
  await press('c');
  await expectShown(page.getByRole('table'));
  await press('c');
  await expectPlace(1);
});

it('follows keys that are pressed as soon as the card can be seen', async () => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(SELECTED_CARD)) return;
    observer.disconnect();
    for (const key of ['j', 'j', 'k', 'j'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });
  onTestFinished(() => observer.disconnect());
  observer.observe(document, { childList: true, subtree: true });
  await open();
  await expectPlace(3);
});

it('ignores single keys with modifiers, in fields and on focused controls (§2.53)', async () => {
  await open();
  await press('Alt+j', 'Control+j', 'Meta+j');
  await type('J');
  await expectPlace(1);
  (page.getByRole('combobox', { name: 'Direction' }).element() as HTMLElement).focus();
  await press('j');
  (page.getByRole('button', { name: 'Previous', exact: true }).element() as HTMLElement).focus();
  // Enter presses the focused button.
  await press('Enter');
  await expectPlace(9);
  await expectGone(page.getByRole('dialog'));
});

it('lists the shortcuts by the question mark, where single keys can be turned off (§2.52, §2.54)', async () => {
  await open();
  await press('?');
  await expectShown(help().getByText('Next idea'));
  expect(await findViolations()).toEqual([]);
  await singleKeys().click();
  await expect.element(singleKeys()).not.toBeChecked();
  await press('Escape');
  await expectGone(help());
  await press('j', 'ArrowRight');
  await expectPlace(2);
  reloadApp();
  await expectShown(card());
  for (const key of ['j', '?', '/']) await type(key);
  await press('ArrowRight');
  // One step, by the arrow. A simulated reload keeps the selected card.
  await expectPlace(3);
  await expectGone(page.getByRole('dialog'));
  // The search leads to the switch.
  await press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('keyb');
  await press('Enter');
  await singleKeys().click();
  await expect.element(singleKeys()).toBeChecked();
});
