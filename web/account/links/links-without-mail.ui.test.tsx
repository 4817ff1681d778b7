import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { findViolations } from '../../testing/axe.ts';
import { FakeAccountLinks } from '../../testing/fake-account-links.ts';
import { customer, openApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown } from '../../testing/page.ts';
import { fakeAccount, security, visitSecurity } from '../../testing/security-dialog.ts';

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

it("says that only the operator changes a customer's address", async () => {
  fakeAccount(customer);
  await visitSecurity(customer);
  await expectShown(security().getByText(`${customer.email}. Only the operator can change it.`));
  await expectGone(security().getByLabelText('New email'));
});
