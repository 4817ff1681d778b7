import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { findViolations } from '../../testing/axe.ts';
import { FakeAccountLinks } from '../../testing/fake-account-links.ts';
import { openApp, server } from '../../testing/open-app.tsx';
import { expectShown } from '../../testing/page.ts';

/** Where the server sends no mail, a person in the messaging group is asked. */
const expectGroup = (name: string) =>
  expect.element(page.getByRole('link', { name })).toHaveAttribute('href', 'https://group.example/');

it('names the group to ask for a link when a password was forgotten (§4.31)', async () => {
  await openApp('/login', { as: null });
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expectGroup('Ask for a link');
  expect(await findViolations()).toEqual([]);
});

it('names the group to ask for a new link when one has expired', async () => {
  new FakeAccountLinks(server());
  await openApp('/reset-password#forged', { as: null });
  await expectShown(page.getByText('This link has expired or was already used.'));
  await expectGroup('Ask for a new link');
});
