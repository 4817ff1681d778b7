import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { openApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown } from '../../testing/page.ts';

/** What changed since an idea was read. */
const shown = () => page.getByCss('[role=group]:not([aria-hidden]) article');
const expectPair = (name: string) => expectShown(shown().getByRole('heading', { name }));
const open = async () => {
  await openApp('/customer/forex');
  await expectPair('EUR/TRY');
};
const openOther = async () => {
  await openApp('/customer/dashboard');
  await expectShown(page.getByRole('heading', { level: 1, name: 'Choose Your Market' }));
};

it('shows the changed level on the card with the old and new value until the idea was read and left', async () => {
  const ideas = new FakeIdeas(server(), [{ pair: 'EUR/USD' }]);
  const { id } = ideas.publish({ pair: 'EUR/TRY', invalidation_level: '1.0820', entry_1: '1.0900' });
  const notice = shown().getByText('Updated since you last viewed it');
  await open();
  await expectGone(notice);
  await openOther();
  ideas.change(id, { invalidation_level: '1.0850' });
  await open();
  await expectShown(notice);
  const line = shown().getByRole('listitem').filter({ hasText: 'Invalidation' });
  const text = () => line.element().textContent.replace(/\s+/g, ' ');
  await expect.poll(text).toMatch(/^Invalidation (from )?1\.0820 ?(→ ?)?(to )?1\.0850, \d\d:\d\d \S+$/);
  // In the reader's time zone.
  const time = absoluteTime(ideas.rows.get(id)!.updated_at).replace(/\s+/g, ' ');
  expect(text().endsWith(`, ${time}`)).toBe(true);

  await page.getByRole('button', { name: 'Next' }).click();
  await expectShown(page.getByText('2 of 2', { exact: true }));
  await page.getByRole('button', { name: 'Previous' }).click();
  await expectPair('EUR/TRY');
  await expectGone(notice);

  ideas.change(id, { status: 'invalid' });
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expectShown(page.getByRole('row', { name: /EUR\/TRY/ }).getByText('INVALID'));
});
