import { beforeAll, expect, it } from 'vitest';
import type { Role } from '../../contract/account/auth.ts';
import { type AccountLinkKind, createLink } from '../../server/account/links/account-links.ts';
import { addUser } from '../../server/account/users/users-service.ts';
import { PASSWORD_HASH } from '../../server/testing/test-passwords.ts';
import { setUpConformance } from './conformance.ts';
import { FakeAccountLinks } from './fake-account-links.ts';
import { FakeApi } from './fake-api.ts';

const api = new FakeApi();
const links = new FakeAccountLinks(api);
const { both, know, state } = setUpConformance(api, {
  email: 'customer@test.example',
  volatile: ['id', 'sessionToken', 'browserToken', 'resetToken'],
});

const tokens: { real: string; fake: string }[] = [];
/** Sends a link of both servers. Its token is `:0` for the first one. */
const send = async (kind: AccountLinkKind, userId: string, email: string, role: Role = 'customer') => {
  const address = kind === 'email_change' || kind === 'not_me' ? email : null;
  const real = await createLink(state.app.database.db, userId, kind, new Date(), address);
  const fake = links.send(kind, email, role);
  tokens.push({ real, fake });
  know(real, fake);
};

beforeAll(async () => {
  const { people, database } = state.app;
  const { id, email } = people.customer;
  const invited = { role: 'customer', email: 'new@test.example', firstName: '', lastName: '' } as const;
  const { id: newcomer } = await addUser(database.db, { ...invited, passwordHash: null });
  const { id: other } = await addUser(database.db, {
    ...invited,
    email: 'other@test.example',
    passwordHash: PASSWORD_HASH,
  });
  await send('invitation', newcomer, invited.email);
  await send('password_reset', id, email);
  await send('email_change', id, 'moved@test.example');
  await send('not_me', people.educator1.id, people.educator1.email, 'educator');
  await send('not_me', other, 'other@test.example');
});

const path = { invitation: 'invitation', reset: 'password-reset', email: 'email-change', notMe: 'not-me' };
const view = (kind: keyof typeof path, token: string) =>
  both('POST', `/api/auth/${path[kind]}`, { body: { token } });
const confirm = (kind: keyof typeof path, body: object) => both('PUT', `/api/auth/${path[kind]}`, { body });

it('accepts an invitation once as the server does', async () => {
  const accept = (password?: string) =>
    both('POST', '/api/auth/invitation/accept', {
      body: { token: ':0', firstName: 'Ann', lastName: 'Lee', acceptTerms: true, password },
    });
  await view('invitation', ':0');
  await view('invitation', 'forged');
  await view('reset', ':0');
  await accept();
  await accept('seven larks above the mill');
  await accept('seven larks above the mill');
  await view('invitation', ':0');
});

it('confirms a new address once as the server does', async () => {
  await view('email', ':2');
  await confirm('email', { token: ':2' });
  await view('email', ':2');
  await confirm('email', { token: ':2' });
});

it('protects an account once as the server does, and lets a customer choose a password', async () => {
  await view('notMe', ':3');
  await confirm('notMe', { token: ':3' });
  await confirm('notMe', { token: ':3' });
  await view('notMe', ':4');
  await confirm('notMe', { token: ':4' });
  await view('notMe', ':4');
});

it('resets a password once as the server does', async () => {
  const { id, email } = state.app.people.educator2;
  await send('password_reset', id, email, 'educator');
  await view('reset', ':5');
  await confirm('reset', { token: ':5', newPassword: 'seven larks above the mill' });
  await confirm('reset', { token: ':5', newPassword: 'seven larks above the mill' });
  await view('reset', ':5');
  await both('POST', '/api/auth/forgotten-password', { body: { email } });
  expect(tokens).toHaveLength(6);
});
