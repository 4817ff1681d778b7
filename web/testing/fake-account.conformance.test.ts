import { describe, it } from 'vitest';
import { ada } from '../../contract/account/user.fixture.ts';
import { PASSWORD } from '../../server/testing/test-passwords.ts';
import { setUpConformance } from './conformance.ts';
import { FakeAccount } from './fake-account.ts';
import { FakeApi } from './fake-api.ts';
import { FakeOwnData } from './fake-own-data.ts';

const EMAIL = 'customer@test.example';
const NEW_PASSWORD = 'seven larks above the mill';
const user = { ...ada, email: EMAIL, firstName: 'Cus', lastName: 'Tomer', fullName: 'Cus Tomer' };
const volatile = ['id', 'createdAt', 'renewedAt', 'expiresAt', 'at', 'address', 'userAgent'];
const data = ['exported_at', 'person', 'tables', 'withheld'];

describe('the account of a person', () => {
  const api = new FakeApi();
  const account = new FakeAccount(api, user);
  account.password = PASSWORD;
  new FakeOwnData(account).sendsMail = false;
  const { both, know, state } = setUpConformance(api, { email: EMAIL, volatile: [...volatile, ...data] });

  const list = async () => {
    await both('GET', '/api/auth/sessions');
    await both('GET', '/api/auth/activity');
  };
  const age = async () => {
    account.isConfirmed = false;
    await state.app.database.pool.query(
      `update sessions set authenticated_at = now() - interval '11 minutes'`,
    );
  };
  /** `:0` is a session on another device, and so on. */
  const openOther = async () => {
    await state.app.openSession(EMAIL);
    const { rows } = await state.app.database.pool.query(
      'select id from sessions order by created_at desc limit 1',
    );
    know(rows[0].id, account.addSession().id);
  };

  it('lists and ends sessions as the server does', async () => {
    await openOther();
    await list();
    await both('DELETE', '/api/auth/sessions/:0');
    await both('DELETE', '/api/auth/sessions/:0');
    await list();
    await openOther();
    await both('DELETE', '/api/auth/other-sessions');
    await list();
  });

  it('asks for the password, takes it and changes it as the server does', async () => {
    const confirm = (password: string) => both('POST', '/api/auth/confirm', { body: { password } });
    const change = (body: object) => both('PUT', '/api/auth/password', { body });
    await openOther();
    await age();
    await both('DELETE', '/api/auth/sessions/:2');
    await both('DELETE', '/api/auth/other-sessions');
    await both('DELETE', '/api/auth/sessions');
    await both('GET', '/api/auth/export');
    await both('DELETE', '/api/auth/account');
    await confirm('a guess');
    await list();
    await confirm(PASSWORD);
    await both('GET', '/api/auth/export');
    await list();
    await age();
    await change({ newPassword: NEW_PASSWORD });
    await change({ currentPassword: 'another guess', newPassword: NEW_PASSWORD });
    await change({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    await change({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    await list();
  });

  it('leaves the address to the operator without mail as the server does', async () => {
    const change = () => both('PUT', '/api/auth/email', { body: { email: 'moved@test.example' } });
    await change();
    await list();
    await age();
    await change();
  });

  it('deletes the account as the server does', async () => {
    await both('POST', '/api/auth/confirm', { body: { password: NEW_PASSWORD } });
    await both('DELETE', '/api/auth/account');
    await both('GET', '/api/auth/user');
    await both('GET', '/api/auth/sessions');
  });
});

describe('an address that is confirmed by mail', () => {
  const api = new FakeApi();
  new FakeOwnData(new FakeAccount(api, user));
  const settings = {
    // Nothing listens there: the mail waits.
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Lark <hello@lark.test.example>',
    BASE_URL: 'https://lark.test.example',
  };
  const { both } = setUpConformance(api, { email: EMAIL, volatile, settings, onLog: () => undefined });

  it('answers a free, a taken and an invalid address as the server does', async () => {
    for (const email of ['free@test.example', 'one@test.example', 'nonsense', EMAIL])
      await both('PUT', '/api/auth/email', { body: { email } });
    await both('GET', '/api/auth/activity');
    await both('GET', '/api/auth/user');
  });
});
