import { beforeEach, describe, expect, it } from 'vitest';
import { createAccessToken } from '../../../contract/account/access-tokens.ts';
import { findViolations } from '../../testing/axe.ts';
import { watchCopying } from '../../testing/clipboard.ts';
import type { FakeAccount } from '../../testing/fake-account.ts';
import { FakeSecondFactor } from '../../testing/fake-second-factor.ts';
import { expectFocus, press, type, use } from '../../testing/keyboard.ts';
import { customer, educator, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown } from '../../testing/page.ts';
import { confirmedPassword, fakeAccount, security, visitSecurity } from '../../testing/security-dialog.ts';

const rows = () => security().getByRole('list', { name: 'API tokens and feeds' }).getByRole('listitem');
const button = (name: string) => security().getByRole('button', { name, exact: true });
const name = () => security().getByLabelText('Name', { exact: true });
const kind = () => security().getByLabelText('Kind');
const secret = () => security().getByRole('alert');

let own: FakeAccount;
beforeEach(() => {
  own = fakeAccount(customer);
});

describe('a token', () => {
  it('is made after the password was given, shown once, copied, listed and revoked', async () => {
    const copied = watchCopying();
    own.isConfirmed = false;
    await visitSecurity(customer);
    await name().fill('Spreadsheet');
    await use(button('Create'));
    await expectFocus(confirmedPassword());
    await type(own.password);
    await press('Enter');
    await expectShown(secret());
    const text = `clk_${'1'.repeat(43)}`;
    await expectShown(secret().getByText(text));
    expect(await findViolations()).toEqual([]);
    await use(button('Copy token'));
    await expect.poll(copied).toBe(text);
    await use(button('I have saved it'));
    await expectGone(secret());
    await expectGone(security().getByText(text));
    await expectShown(rows().getByText('Spreadsheet'));
    await expectShown(rows().getByText(/API token, read-only · Created .* · Not used yet/));
    await use(button('Revoke Spreadsheet'));
    await expectGone(rows());
    expect(server().callsOf(createAccessToken)).toHaveLength(2);
  });

  it('needs a name', async () => {
    await visitSecurity(customer);
    await button('Create').click();
    await expectFocus(name());
    expect(server().callsOf(createAccessToken)).toEqual([]);
  });

  it('of the kind for feeds has an address for each format', async () => {
    await visitSecurity(customer);
    await name().fill('Reader');
    await kind().selectOptions('Feed address');
    await button('Create').click();
    const address = (format: string) => `${location.origin}/feeds/clk_${'1'.repeat(43)}.${format}`;
    for (const format of ['atom', 'json']) await expectShown(secret().getByText(address(format)));
  });

  it.each([
    ['a customer', customer, ['API token, read-only', 'Feed address']],
    ['an educator', educator, ['API token, read-only', 'API token, publishes ideas', 'Feed address']],
  ])('can be for %s what they may do', async (_who, user, labels) => {
    own = fakeAccount(user);
    if (user === educator) new FakeSecondFactor(own);
    await visitSecurity(user);
    await expect.element(kind()).toBeVisible();
    const options = [...(kind().element() as HTMLSelectElement).options].map(({ label }) => label);
    expect(options).toEqual(labels);
  });
});
