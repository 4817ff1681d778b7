import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listBookmarks } from '../../../contract/ideas/bookmarks.ts';
import { readOfflineCopies } from '../../shared/storage/offline-store.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { customer, openApp, reloadApp, server } from '../../testing/open-app.tsx';
import { expectShown } from '../../testing/page.ts';

it('shows bookmarks that were never opened, also when there are none', async () => {
  new FakeIdeas(server());
  await openApp('/customer/dashboard');
  const listKeys = async () => (await readOfflineCopies(customer.id)).map(({ key }) => key[0]);
  await expect.poll(listKeys, { timeout: 10_000 }).toContain(listBookmarks.path);
  server().setOffline(true);
  history.pushState(null, '', '/customer/bookmarks');
  reloadApp();
  await expectShown(page.getByRole('heading', { name: 'No bookmarks yet' }));
});
