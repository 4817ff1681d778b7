import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  acceptInvitation,
  confirmNotMe,
  requestPasswordReset,
  resetPassword,
  viewPasswordReset,
} from '../../../contract/account/account-links.ts';
import { currentUser, login } from '../../../contract/account/auth.ts';
import { findViolations } from '../../testing/axe.ts';
import { changeConfig } from '../../testing/basic-answers.ts';
import { FakeAccountLinks } from '../../testing/fake-account-links.ts';
import { Refusal } from '../../testing/fake-api.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { expectFocus, tabTo, type, use } from '../../testing/keyboard.ts';
import { customer, educator, openApp, phone, reloadApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectNoOverflow, expectShown, readTexts, toast } from '../../testing/page.ts';

/** The pages that the links of mails lead to. That they are sent, and what they change, is tested with the server. */
changeConfig({ mail: true });

const CHOSEN = 'seven larks above the mill';
const LONG = 'an-address-as-long-as-they-come-without-any-place-to-break@department.of.names.example.org';

let links: FakeAccountLinks;
beforeEach(() => {
  new FakeIdeas(server());
  links = new FakeAccountLinks(server());
});

const visit = (path: string, options = {}) => openApp(path, { as: null, ...options });
const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const expired = () => page.getByText('This link has expired or was already used.');
const newPassword = () => page.getByLabelText('New password', { exact: true });
const changeButton = () => page.getByRole('button', { name: 'Change password' });
const changePassword = async (password = CHOSEN) => {
  await newPassword().fill(password);
  await changeButton().click();
};
const expectNoToken = () => expect.poll(() => location.hash).toBe('');

describe('an invitation', () => {
  const createButton = () => page.getByRole('button', { name: 'Create account' });
  beforeEach(() => {
    server().refuseInvalid(acceptInvitation);
    server().on(currentUser, () => links.accepted ?? customer);
  });

  it('says at each field of a phone what is missing, and focuses the first one', async () => {
    await visit(`/invitation#${links.send('invitation', LONG)}`, { size: phone });
    await expectShown(page.getByText("You've been invited to Chartlark"));
    await expectNoToken();
    expect(await findViolations()).toEqual([]);
    await use(createButton());
    await expectShown(page.getByText('First name is required'));
    await expectShown(page.getByText('Last name is required'));
    await expectShown(page.getByText('Accept the terms to continue'));
    await expectFocus(page.getByLabelText('First name'));
    await expectNoOverflow();
    expect(links.accepted).toBeNull();
  });

  it('is accepted once, by keyboard alone, and leads a customer to the markets (§4.30)', async () => {
    const path = `/invitation#${links.send('invitation', LONG)}`;
    await visit(path);
    await tabTo(page.getByLabelText('First name'));
    await type('Ann');
    await tabTo(page.getByLabelText('Last name'));
    await type('Lee');
    await tabTo(page.getByLabelText('Password', { exact: true }));
    await type(CHOSEN);
    await use(page.getByRole('checkbox', { name: /I accept/ }), ' ');
    await use(createButton());
    await expectShown(toast('Welcome, Ann!'));
    expect(location.pathname).toBe('/customer/dashboard');
    expect(server().callsOf(acceptInvitation).at(-1)?.body).toMatchObject({
      firstName: 'Ann',
      lastName: 'Lee',
      password: CHOSEN,
      acceptTerms: true,
    });
    await visit(path);
    await expectShown(expired());
  });

  it('leads an educator to the dashboard, and replaces the session of somebody else only then', async () => {
    await openApp(`/invitation#${links.send('invitation', 'educator6@demo.test', 'educator')}`);
    const notice = page.getByText(`You're signed in as ${customer.email}.`);
    await expectShown(notice);
    await page.getByLabelText('First name').fill('Six');
    await page.getByLabelText('Last name').fill('Th');
    await page.getByLabelText('Password', { exact: true }).fill(CHOSEN);
    await createButton().click();
    await expectShown(page.getByText('Accept the terms to continue'));
    await expectShown(notice);
    expect(localStorage.getItem('sessionToken')).toBe('token');
    await page.getByRole('checkbox', { name: /I accept/ }).click();
    await createButton().click();
    await expectShown(page.getByText('Publish ideas and track them to the close'));
    expect(location.pathname).toBe('/educator/dashboard');
    expect(server().callsOf(acceptInvitation).at(-1)?.body.replacedSessionToken).toBe('token');
    expect(localStorage.getItem('sessionToken')).not.toBe('token');
  });
});

describe('a notice of a sign-in', () => {
  const openNotice = async (email: string, role: 'customer' | 'educator', options = {}) => {
    await visit(`/not-me#${links.send('not_me', email, role)}`, options);
    await expectShown(page.getByText(`We'll log out all devices of ${email}`));
    await expectNoToken();
    expect(await findViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Log out everywhere' }).click();
  };

  it('leads a customer to a new password, and clears the session of that account', async () => {
    await openNotice(customer.email, 'customer', { as: customer });
    await expectShown(page.getByText(`For ${customer.email}.`));
    expect(location.pathname).toBe('/reset-password');
    await expectNoToken();
    await expect.poll(() => localStorage.getItem('sessionToken')).toBeNull();
    await changePassword();
    await expectShown(heading('Password changed'));
    expect(server().callsOf(resetPassword)[0]?.body.newPassword).toBe(CHOSEN);
  });

  it('locks the account of an educator, and leaves the session of another account', async () => {
    await openNotice('educator7@demo.test', 'educator', { as: customer });
    await expectShown(heading('Account locked'));
    await expectShown(page.getByText('Ask your operator to invite you again.'));
    expect(await findViolations()).toEqual([]);
    expect(server().callsOf(confirmNotMe)).toHaveLength(1);
    expect(localStorage.getItem('sessionToken')).toBe('token');
  });
});

describe('a forgotten password', () => {
  it.each([
    { user: customer, path: '/login', button: 'Sign In', home: '/customer/dashboard' },
    {
      user: educator,
      path: '/chartlark-staff',
      button: 'Access Educator Portal',
      home: '/educator/dashboard',
    },
  ])('is replaced from $path', async ({ user, path, button, home }) => {
    const { email, role } = user;
    await visit(path);
    await page.getByLabelText('Email').fill(email);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expectShown(heading('Forgot your password?'));
    await expect.element(page.getByLabelText('Email')).toHaveValue(email);
    expect(await findViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expectShown(page.getByText(`If there's an account for ${email}`));
    expect(server().callsOf(requestPasswordReset)[0]?.body).toEqual({ email, selectedRole: role });

    await visit(`/reset-password#${links.send('password_reset', email, role)}`);
    await expectShown(page.getByText(`For ${email}.`));
    await expectNoToken();
    const weak = { newPassword: 'This password is easy to guess. Use several unrelated words' };
    const failing = server().fail(resetPassword, new Refusal('INVALID_REQUEST', { fields: weak }));
    await changePassword('password1234');
    await expectShown(page.getByText('This password is easy to guess.'));
    await expectFocus(newPassword());
    expect(await findViolations()).toEqual([]);
    failing.repair();
    links.passkeys = 2;
    await changePassword();
    await expectShown(heading('Password changed'));
    await expectShown(page.getByText('Passkeys that still sign in: 2.'));
    await page.getByRole('main').getByRole('link', { name: 'Go to login' }).click();
    await expect.poll(() => location.pathname).toBe(path);
    await expect.element(page.getByLabelText('Email')).toHaveValue(email);

    server().on(currentUser, () => user);
    server().on(login, () => ({ sessionToken: 'new', browserToken: 'b'.repeat(43), user }));
    await page.getByLabelText('Password', { exact: true }).fill(CHOSEN);
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect.poll(() => location.pathname).toBe(home);
    expect(server().callsOf(login)[0]?.body).toMatchObject({ email, password: CHOSEN, selectedRole: role });
  });

  it('is not replaced by a link that was used in another tab meanwhile', async () => {
    const token = links.send('password_reset', customer.email);
    await visit(`/reset-password#${token}`);
    await newPassword().fill(CHOSEN);
    await server().fetch(new URL(resetPassword.path, location.origin), {
      method: resetPassword.method,
      body: JSON.stringify({ token, newPassword: 'chosen in the other tab' }),
    });
    await changeButton().click();
    await expectShown(expired());
    expect(await findViolations()).toEqual([]);
    await page.getByRole('link', { name: 'Get a new link' }).click();
    await expectShown(heading('Forgot your password?'));
    expect(location.pathname).toBe('/forgot-password');
  });
});

describe('the token of a link', () => {
  it('is gone after a reload, which is explained, and another link is taken in the same tab', async () => {
    const path = `/reset-password#${links.send('password_reset', customer.email)}`;
    await visit(path);
    await expectShown(newPassword());
    reloadApp();
    await expectShown(page.getByText('Open the link you received once more.'));
    // Only the fragment differs, so the browser does not load the page again.
    location.assign(path.slice(path.indexOf('#')));
    await expectShown(newPassword());
    await expectNoToken();
  });

  it('is checked again by Retry when that failed', async () => {
    server().failUntilPressed(viewPasswordReset);
    await visit(`/reset-password#${links.send('password_reset', 'educator2@demo.test', 'educator')}`);
    await expectShown(page.getByText('Network error. Please try again.'));
    await page.getByRole('button', { name: 'Retry' }).click();
    await expectShown(page.getByText('For educator2@demo.test.'));
  });
});

describe('the link to a new address', () => {
  it('confirms the address once on a phone, and leads to the login with it', async () => {
    const path = `/confirm-email#${links.send('email_change', LONG)}`;
    await visit(path, { size: phone });
    await expectShown(page.getByText(`Use ${LONG} for your account`));
    await expectNoToken();
    expect(await findViolations()).toEqual([]);
    await expectNoOverflow();
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await expectShown(heading('Email changed'));
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect.element(page.getByLabelText('Email')).toHaveValue(LONG);
    await visit(path);
    await expectShown(expired());
    await expectShown(page.getByText('change it again in Security'));
    await expect.poll(() => readTexts(page.getByRole('main').getByRole('link'))).toEqual(['Go to login']);
    await expectGone(page.getByRole('link', { name: 'Get a new link' }));
  });
});
