import { beforeEach, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { press } from '../../testing/keyboard.ts';
import { openApp, server } from '../../testing/open-app.tsx';
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

it('steps by the arrow keys, and opens the idea by Enter, where the dialog has the keys to itself (§2.52)', async () => {
  await open();
  await press('ArrowRight', 'ArrowRight', 'ArrowLeft');
  await expectPlace(2);
  await press('Enter');
  const detail = page.getByRole('dialog', { name: 'P2/USD' });
  await expectShown(detail.getByRole('button', { name: 'Copy idea' }));
  await press('ArrowRight', 'Escape');
  await expectGone(detail);
  await expectPlace(2);
});

it('follows keys that are pressed as soon as the card can be seen', async () => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(SELECTED_CARD)) return;
    observer.disconnect();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowRight'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });
  onTestFinished(() => observer.disconnect());
  observer.observe(document, { childList: true, subtree: true });
  await open();
  await expectPlace(3);
});

it('ignores single keys with modifiers, in fields and on focused controls (§2.53)', async () => {
  await open();
  await press('Alt+ArrowRight', 'Control+ArrowRight', 'Meta+ArrowRight', 'Shift+ArrowRight');
  await expectPlace(1);
  (page.getByRole('combobox', { name: 'Direction' }).element() as HTMLElement).focus();
  await press('ArrowRight');
  (page.getByRole('button', { name: 'Previous', exact: true }).element() as HTMLElement).focus();
  // Enter presses the focused button.
  await press('Enter');
  await expectPlace(9);
  await expectGone(page.getByRole('dialog'));
});
