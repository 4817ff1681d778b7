import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PasskeyAssertion, passkeySignIn } from '../../contract/account/passkeys.ts';
import { createTestLink } from '../testing/account-links.ts';
import { startAppProcess } from '../testing/app-process.ts';
import { findToken, startMailServer, type TestMailServer } from '../testing/mail-server.ts';
import { createForm, jpeg, sendForm } from '../testing/media-files.ts';
import { getSignInOptions, registerPasskey } from '../testing/passkey-calls.ts';
import { callAt } from '../testing/process-calls.ts';
import { profileInput } from '../testing/profile-inputs.ts';
import { subscriptionInput } from '../testing/push-device.ts';
import { StreamReader } from '../testing/stream-reader.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';
import { PASSWORD } from '../testing/test-passwords.ts';

/** All that is secret and passes through a process in a day, at the most talkative level there is. */
const METRICS_TOKEN = 'metrics-token-of-this-very-test';
const NEW_PASSWORD = 'another password of this test';
/** Tables that reject every row for a while. */
const REFUSING_TABLES = ['users', 'sessions', 'push_subscriptions', 'account_links'];
const WRONG_PASSWORD = 'nearly the right password';

let test: TestApp;
let mail: TestMailServer;
let log = '';

beforeAll(async () => {
  // Where the software authenticator is.
  mail = await startMailServer('http://localhost:3000');
  test = await startTestApp({
    settings: { LOG_LEVEL: 'trace', METRICS_TOKEN, ...mail.settings },
    onLog: (line) => {
      log += line;
    },
  });
});
afterAll(async () => {
  await test.close();
  await mail.close();
});

const signInWith = (password: string) =>
  test.call<{ sessionToken?: string }>('POST', '/api/auth/login', {
    body: { email: 'one@test.example', password, selectedRole: 'educator' },
  });

const signInByPasskey = (response: PasskeyAssertion) =>
  test.call('POST', passkeySignIn.path, { body: { response, selectedRole: 'educator' } });

it('logs no password, token, hash, key or database URL from sign-in to sign-out', async () => {
  await signInWith(WRONG_PASSWORD);
  const token = (await signInWith(PASSWORD)).body.sessionToken ?? '';
  const call = (method: string, path: string, body?: unknown) => test.call(method, path, { token, body });
  const idea = await publish(test, token);
  const reader = await StreamReader.open(test.url, token, '1-0', 'query');
  const device = subscriptionInput();
  await call('POST', '/api/push/subscriptions', device);
  await call('GET', '/api/trade-ideas?educatorId=1');
  await call('PUT', `/api/trade-ideas/${idea.id}`, { notes: 'changed' });
  await call('POST', `/api/user-profiles/${test.people.educator1.id}`, profileInput());
  await sendForm(test, token, createForm(await jpeg()));
  const authenticator = await registerPasskey(test, token);
  const assertion = authenticator.sign(await getSignInOptions(test));
  await signInByPasskey(assertion);
  await call('GET', '/metrics');
  await test.call('GET', '/metrics', { token: METRICS_TOKEN });
  // Errors are logged: unreadable bodies, a rejecting database, an unknown path.
  await test.call('POST', '/api/auth/login', { body: `{"password": "${PASSWORD}", ` });
  await test.call('POST', '/api/auth/login', {
    body: { email: 'x\0', password: PASSWORD, selectedRole: 'educator' },
  });
  await test.call('GET', `/api/nothing?token=${token}`, { token });
  await test.call('POST', '/api/trade-ideas', { headers: { authorization: `Basic ${token}` } });
  const invitation = await createTestLink(test, 'invitation', 'invited@test.example');
  const acceptance = { firstName: 'Ann', lastName: 'Lee', password: NEW_PASSWORD, acceptTerms: true };
  const accept = () =>
    test.call('POST', '/api/auth/invitation/accept', { body: { token: invitation, ...acceptance } });
  await test.call('POST', '/api/auth/invitation', { body: { token: invitation } });
  const forget = () =>
    test.call('POST', '/api/auth/forgotten-password', { body: { email: 'customer@test.example' } });
  mail.behave('delay');
  await forget();
  await expect.poll(() => mail.recipients).toContain('customer@test.example');
  mail.behave('accept');
  await forget();
  const reset = findToken(await mail.waitForMail('customer@test.example'));
  await call('PUT', '/api/auth/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
  // Server errors in statements with secret values: the driver quotes them and the rejected row.
  const { pool } = test.database;
  for (const table of REFUSING_TABLES)
    await pool.query(`alter table ${table} add constraint refuse_all check (false) not valid`);
  const other = subscriptionInput();
  const otherAssertion = authenticator.sign(await getSignInOptions(test));
  const statuses = [
    await call('PUT', '/api/auth/password', { currentPassword: NEW_PASSWORD, newPassword: PASSWORD }),
    await signInWith(NEW_PASSWORD),
    await call('POST', '/api/push/subscriptions', other),
    await accept(),
    await test.call('PUT', '/api/auth/password-reset', { body: { token: reset, newPassword: PASSWORD } }),
    await signInByPasskey(otherAssertion),
  ].map(({ status }) => status);
  expect(statuses).toEqual([500, 500, 500, 500, 500, 500]);
  for (const table of REFUSING_TABLES) await pool.query(`alter table ${table} drop constraint refuse_all`);
  await call('POST', '/api/auth/logout');
  await reader.close();

  const rows = await test.database.pool.query<{ password_hash: string }>(
    'select password_hash from users where password_hash is not null',
  );
  const keys = await test.database.pool.query<{ value: string }>('select value::text as value from settings');
  const challengeKey = await test.database.pool.query<{ key: string }>(
    "select value #>> '{}' as key from settings where key = 'passkey-challenge-key'",
  );
  const secrets = {
    password: PASSWORD,
    'new password': NEW_PASSWORD,
    'wrong password': WRONG_PASSWORD,
    token,
    'hash of the token': createHash('sha256').update(token).digest('hex'),
    'metrics token': METRICS_TOKEN,
    'token of an invitation': invitation,
    'hash of its token': createHash('sha256').update(invitation).digest('hex'),
    'token of a reset': reset,
    'mail address': 'customer@test.example',
    'database password': new URL(test.testDatabase.connectionString).password,
    'push secret': device.keys.auth,
    'push endpoint': device.endpoint,
    'refused push secret': other.keys.auth,
    'refused push endpoint': other.endpoint,
    'answer of a passkey': assertion.response.signature,
    'refused answer of a passkey': otherAssertion.response.signature,
    'key of challenges': challengeKey.rows[0]?.key ?? '',
    ...Object.fromEntries(
      rows.rows.map(({ password_hash }, index) => [`password hash ${index}`, password_hash]),
    ),
  };
  const privateKeys = keys.rows.flatMap(({ value }) =>
    [...value.matchAll(/"privateKey": ?"([^"]+)"/g)].map(([, key]) => key ?? ''),
  );
  // Each of these left log lines.
  for (const trace of ['/api/auth/login', '/api/trade-ideas', '/api/push/subscriptions', 'refuse_all'])
    expect(log, trace).toContain(trace);
  expect(log).not.toContain('$argon2');
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(10);
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
      expect(log.includes(form), `${name} is in the log: …${around(form)}…`).toBe(false);
  }
  for (const key of privateKeys) expect(log.includes(key), 'a private key').toBe(false);
  expect(privateKeys.length, 'keys for pushes').toBeGreaterThan(0);
});

it('logs to standard output only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chartlark-logs-'));
  const app = await startAppProcess({
    DATABASE_URL: test.testDatabase.connectionString,
    DATA_DIR: join(folder, 'data'),
    HOME: folder,
    TMPDIR: folder,
    LOG_LEVEL: 'trace',
  });
  let errors = '';
  app.child.stderr?.on('data', (chunk) => (errors += chunk));
  const mark = randomUUID();
  try {
    await callAt(app.url, 'POST', `/api/trade-ideas/${mark}/undo`);
    await expect.poll(app.output).toContain(mark);
  } finally {
    await app.stop();
  }
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  );
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')));
  expect([...texts, errors].filter((text) => text.includes(mark))).toEqual([]);
  await rm(folder, { recursive: true });
});

const around = (text: string): string => {
  const place = log.indexOf(text);
  return place === -1 ? '' : log.slice(Math.max(0, place - 200), place + 40);
};
