import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { actOnPerson, invitePeople, listPeople, MAX_INVITATIONS } from '../../contract/operator/people.ts';
import { findViolationsInBothThemes } from '../testing/axe.ts';
import { watchCopying } from '../testing/clipboard.ts';
import { Refusal } from '../testing/fake-api.ts';
import { FakeOperator } from '../testing/fake-operator.ts';
import { expectFocus, use } from '../testing/keyboard.ts';
import { phone, server } from '../testing/open-app.tsx';
import { button, confirm, LONG_EMAIL, LONG_NAME, rows, visitOperator } from '../testing/operator-page.ts';
import { expectGone, expectNoOverflow, expectShown, resize, toast } from '../testing/page.ts';

let operator: FakeOperator;
beforeEach(() => {
  operator = new FakeOperator(server());
});

const row = (email: string) => rows('People').filter({ hasText: email });
const openMenu = (email: string) => button(`Actions for ${email}`).click();
const choose = async (email: string, action: string) => {
  await openMenu(email);
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};
const secret = () => page.getByRole('alert').filter({ hasText: 'it is not shown again' });
const search = () => page.getByRole('searchbox', { name: 'Search name or address' });

describe('the list', () => {
  it('says of each account who it is, and loads the next page at "More"', async () => {
    operator.addPerson({
      email: 'a@example.org',
      fullName: 'Ann Lee',
      role: 'educator',
      educatorId: '3',
      hasSecondFactor: true,
      lastSignInAt: '2024-02-03T10:00:00.000Z',
    });
    operator.addPerson({ email: 'b@example.org', state: 'invited', invitation: 'not delivered' });
    for (let number = 0; number < 49; number++) operator.addPerson({ email: `c${number}@example.org` });
    await visitOperator(operator, 'people');
    const first = row('a@example.org');
    for (const text of ['Ann Lee', 'Active', 'Educator 3', /Signed in 0?\d Feb 2024.* · Second factor/])
      await expectShown(first.getByText(text));
    await expectShown(row('b@example.org').getByText('Invitation not delivered · Never signed in'));
    expect(rows('People').elements()).toHaveLength(50);
    await button('More').click();
    await expect.poll(() => rows('People').elements()).toHaveLength(51);
    await expectGone(button('More'));
    expect(document.activeElement).toBe(rows('People').elements()[50]);
  });

  it('finds a part of the address or the name, and filters by role and state', async () => {
    operator.addPerson({ email: 'ann@example.org', fullName: 'Ann Lee' });
    operator.addPerson({ email: 'bob@example.org', fullName: 'Bob Leeson', state: 'disabled' });
    operator.addPerson({ email: 'cy@example.org', fullName: 'Cy Ray', role: 'educator', educatorId: '1' });
    await visitOperator(operator, 'people');
    await search().fill('lee');
    await expectGone(row('cy@example.org'));
    await expectShown(row('bob@example.org'));
    await page.getByLabelText('State').selectOptions('Disabled');
    await expectGone(row('ann@example.org'));
    await page.getByLabelText('Role').selectOptions('Educator');
    await expectShown(page.getByText('No accounts found'));
    expect(location.search).toBe('?tab=people');
  });

  it('offers Retry when it could not be loaded', async () => {
    operator.addPerson({ email: 'ann@example.org' });
    server().failUntilPressed(listPeople);
    await visitOperator(operator, 'people');
    await expectShown(page.getByText('Failed to load people'));
    await button('Retry').click();
    await expectShown(row('ann@example.org'));
  });

  it('has no violations in both themes and fits a phone with long names', async () => {
    operator.addPerson({ email: LONG_EMAIL, fullName: LONG_NAME });
    operator.addPerson({ email: 'bob@example.org', state: 'invited', invitation: 'open' });
    operator.addPerson({ email: 'cy@example.org', state: 'disabled' });
    await visitOperator(operator, 'people', phone);
    await expectShown(row(LONG_EMAIL));
    await expectNoOverflow();
    expect(await findViolationsInBothThemes()).toEqual([]);
    await choose(LONG_EMAIL, 'Delete');
    await expectShown(page.getByRole('dialog'));
    await expectNoOverflow();
    expect(await findViolationsInBothThemes()).toEqual([]);
  });
});

describe('the menu of an account', () => {
  it.each([
    ['is active', {}, ['Send password link', 'End sessions', 'Disable', 'Delete']],
    [
      'has a second factor',
      { hasSecondFactor: true },
      ['Send password link', 'Reset second factor', 'End sessions', 'Disable', 'Delete'],
    ],
    [
      'is invited',
      { state: 'invited', invitation: 'waiting' },
      ['Invite again', 'Revoke invitation', 'Disable', 'Delete'],
    ],
    [
      'has an invitation that expired',
      { state: 'invited', invitation: 'expired' },
      ['Invite again', 'Disable', 'Delete'],
    ],
    ['is disabled', { state: 'disabled' }, ['Enable', 'Delete']],
  ] as const)('offers what makes sense for one that %s', async (_what, person, expected) => {
    operator.addPerson({ email: 'ann@example.org', ...person });
    await visitOperator(operator, 'people');
    await openMenu('ann@example.org');
    await expectShown(page.getByRole('menu'));
    const items = page.getByRole('menuitem').elements();
    expect(items.map(({ textContent }) => textContent)).toEqual(expected);
  });

  it.each([
    ['Disable', 'Disable', 'nobody can sign in', 'Account disabled', 'disable'],
    ['End sessions', 'End sessions', 'All devices are logged out', 'Sessions ended', 'endSessions'],
    [
      'Reset second factor',
      'Reset',
      'Codes and passkeys are removed',
      'Second factor reset',
      'resetSecondFactor',
    ],
  ] as const)(
    'asks before "%s" and says what will happen',
    async (action, answer, consequence, done, sent) => {
      operator.addPerson({ email: 'ann@example.org', hasSecondFactor: true });
      await visitOperator(operator, 'people');
      await choose('ann@example.org', action);
      await expectShown(page.getByRole('alertdialog').getByText(consequence));
      await expectShown(page.getByRole('alertdialog').getByText('ann@example.org'));
      await confirm('Cancel').click();
      await expectGone(page.getByRole('alertdialog'));
      expect(server().callsOf(actOnPerson)).toEqual([]);
      await choose('ann@example.org', action);
      await confirm(answer).click();
      await expectShown(toast(done, 'ann@example.org · Sessions ended: 1'));
      expect(
        server()
          .callsOf(actOnPerson)
          .map(({ body }) => body.action),
      ).toEqual([sent]);
    },
  );

  it.each([
    ['Enable', 'Account enabled', { state: 'disabled' }, 'enable'],
    ['Invite again', 'Invited', { state: 'invited', invitation: 'expired' }, 'invite'],
    ['Revoke invitation', 'Invitation revoked', { state: 'invited', invitation: 'open' }, 'revokeInvitation'],
    ['Send password link', 'Link sent', {}, 'sendReset'],
  ] as const)('does "%s" at once', async (action, done, person, sent) => {
    operator.addPerson({ email: 'ann@example.org', ...person });
    await visitOperator(operator, 'people');
    await choose('ann@example.org', action);
    await expectShown(toast(done, 'ann@example.org'));
    expect(
      server()
        .callsOf(actOnPerson)
        .map(({ body }) => body.action),
    ).toEqual([sent]);
  });

  it('shows the new state in the list', async () => {
    operator.addPerson({ email: 'ann@example.org', state: 'disabled' });
    await visitOperator(operator, 'people');
    await choose('ann@example.org', 'Enable');
    await expectShown(row('ann@example.org').getByText('Active'));
  });

  it('deletes only when the address was typed', async () => {
    operator.addPerson({ email: 'ann@example.org' });
    operator.addPerson({ email: 'bob@example.org' });
    await visitOperator(operator, 'people');
    await choose('ann@example.org', 'Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete this account?' });
    const remove = dialog.getByRole('button', { name: 'Delete' });
    await dialog.getByLabelText('Type ann@example.org').fill('bob@example.org');
    await expect.element(remove).toBeDisabled();
    await dialog.getByLabelText('Type ann@example.org').fill('Ann@example.org');
    await remove.click();
    await expectShown(toast('Account deleted', 'ann@example.org'));
    await expectGone(row('ann@example.org'));
    expect(operator.people.map(({ email }) => email)).toEqual(['bob@example.org']);
  });

  it('says why something could not be done', async () => {
    operator.addPerson({ email: 'ann@example.org' });
    const message = 'An educator who has published cannot be deleted.';
    await visitOperator(operator, 'people');
    server().fail(actOnPerson, new Refusal('INVALID_REQUEST', { fields: { action: message } }));
    await choose('ann@example.org', 'End sessions');
    await confirm('End sessions').click();
    await expectShown(toast('Error', message));
  });

  it('shows a link once where no mail is set up, until it is saved', async () => {
    const copied = watchCopying();
    operator.hasMail = false;
    operator.addPerson({ email: 'ann@example.org' });
    await visitOperator(operator, 'people');
    await choose('ann@example.org', 'Send password link');
    const link = 'https://lark.example/invitation#ann@example.org';
    await expectShown(secret().getByText(link));
    await button('Copy').click();
    await expect.poll(copied).toBe(link);
    await page.getByRole('tab', { name: 'Log' }).click();
    await expectGone(secret());
    await page.getByRole('tab', { name: 'People' }).click();
    await expectShown(secret().getByText(link));
    await button('I have saved it').click();
    await expectGone(secret());
  });
});

describe('an invitation', () => {
  const chooseFile = (lines: string[]) =>
    page
      .getByLabelText('Choose a CSV file')
      .upload(new File([['email,first_name,last_name', ...lines].join('\n')], 'people.csv'));
  const preview = () => page.getByRole('region', { name: 'Rows of the file' }).getByRole('listitem');
  beforeEach(async () => {
    await visitOperator(operator, 'people');
    await button('Invite people').click();
  });

  it('of one needs only the address, and is listed', async () => {
    await use(button('Invite'));
    await expectFocus(page.getByLabelText('Email'));
    await page.getByLabelText('Email').fill('new@example.org');
    await button('Invite').click();
    await expectShown(toast('Invited 1 person'));
    await expectShown(row('new@example.org').getByText('Invitation waiting'));
    await expect.element(page.getByLabelText('Email')).toHaveValue('');
    expect(server().callsOf(invitePeople)[0]?.body.people).toEqual([
      { email: 'new@example.org', firstName: '', lastName: '' },
    ]);
  });

  it('says why it failed and keeps what was typed', async () => {
    operator.addPerson({ email: 'ann@example.org' });
    await page.getByLabelText('Email').fill('ann@example.org');
    await button('Invite').click();
    await expectShown(page.getByText('There is already an account ann@example.org.'));
    await expect.element(page.getByLabelText('Email')).toHaveValue('ann@example.org');
  });

  it('of a list is previewed and sent when every row is right', async () => {
    await chooseFile(['ann@example.org,Ann,Lee', 'bob@example.org,Bob,Ray']);
    await expect.poll(() => preview().elements()).toHaveLength(2);
    await button('Invite 2 people').click();
    await expectShown(toast('Invited 2 people'));
    await expectGone(preview());
    expect(operator.people.map(({ email, fullName }) => [email, fullName])).toEqual([
      ['ann@example.org', 'Ann Lee'],
      ['bob@example.org', 'Bob Ray'],
    ]);
  });

  it('of a list with a wrong row shows it first and cannot be sent', async () => {
    await chooseFile(['ann@example.org,Ann,Lee', `nobody,Wrong,${LONG_NAME}`]);
    await expectShown(page.getByText('Rows with a problem: 1 of 2.'));
    await expectShown(preview().first().getByText('Not a valid email address'));
    await expectShown(preview().first().getByText('Line 3'));
    await expectGone(page.getByRole('button', { name: /^Invite 2/ }));
    expect(await findViolationsInBothThemes()).toEqual([]);
    await resize(phone);
    await expectNoOverflow();
  });

  it('says what is wrong with a whole file', async () => {
    await page.getByLabelText('Choose a CSV file').upload(new File(['name;mail'], 'people.csv'));
    await expectShown(page.getByText('the columns must be email, first_name, last_name'));
    await expectGone(page.getByRole('button', { name: /^Invite \d/ }));
  });

  it('of a list in another encoding says so', async () => {
    await visitOperator(operator, 'people');
    await button('Invite people').click();
    const latin1 = new Uint8Array([
      ...new TextEncoder().encode('email,first_name,last_name\na@b.test,J'),
      0xfc,
      0x72,
    ]);
    await page.getByLabelText('Choose a CSV file').upload(new File([latin1], 'people.csv'));
    await expectShown(page.getByText('This file is not UTF-8. Save it as “CSV UTF-8”.'));
  });

  it('of a list without people cannot be sent', async () => {
    await chooseFile([]);
    await expectShown(page.getByText('Nobody is in this file.'));
    await expectGone(page.getByRole('button', { name: /^Invite \d/ }));
  });

  it('of more than 500 people names the command', async () => {
    await chooseFile(
      Array.from({ length: MAX_INVITATIONS + 1 }, (_, number) => `c${number}@example.org,A,B`),
    );
    await expectShown(page.getByRole('alert').getByText('More than 500 lines. Split the file.'));
    await expectShown(page.getByText('npm run admin -- users import FILE'));
    await expectGone(page.getByRole('button', { name: /^Invite \d/ }));
  });

  it('copies all links of a list as CSV where no mail is set up', async () => {
    const copied = watchCopying();
    operator.hasMail = false;
    await chooseFile(['ann@example.org,Ann,Lee', 'bob@example.org,Bob,Ray']);
    await button('Invite 2 people').click();
    await button('Copy all').click();
    const line = (email: string) => `${email},https://lark.example/invitation#${email}`;
    await expect.poll(copied).toBe(`${line('ann@example.org')}\n${line('bob@example.org')}`);
  });
});
