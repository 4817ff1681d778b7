import { beforeAll, describe, expect, it } from 'vitest';
import { ada } from '../../contract/account/user.fixture.ts';
import { readTimeCode } from '../../server/testing/time-code.ts';
import { setUpConformance } from './conformance.ts';
import { FakeAccount } from './fake-account.ts';
import { FakeApi } from './fake-api.ts';
import { FakeSecondFactor } from './fake-second-factor.ts';

const EMAIL = 'one@test.example';
const educator = {
  ...ada,
  role: 'educator' as const,
  email: EMAIL,
  firstName: 'Educator',
  lastName: 'One',
  fullName: 'Educator One',
  specialty: 'Swing Trading',
  educatorId: '1',
};
const sessionFields = ['id', 'createdAt', 'renewedAt', 'expiresAt', 'at', 'address', 'userAgent'];

describe.each([
  ['optional', false],
  ['required', true],
])('codes from an app, %s', (rule, isRequired) => {
  const api = new FakeApi();
  const account = new FakeAccount(api, educator);
  const secondFactor = new FakeSecondFactor(account, isRequired);
  const { both, state } = setUpConformance(api, {
    email: EMAIL,
    volatile: [...sessionFields, 'secret', 'uri'],
    settings: { EDUCATOR_SECOND_FACTOR: rule },
    arrange: (body) => (body.recoveryCodes ? { recoveryCodes: body.recoveryCodes.length } : body),
  });
  /** The app of the server's secret, and that of the fake. */
  const readCode = async () => {
    const { rows } = await state.app.database.pool.query('select secret from time_codes');
    const { Secret } = await import('otpauth');
    const secret = new Secret({ buffer: new Uint8Array(rows[0].secret).buffer }).base32;
    secondFactor.code = readTimeCode(secret, Date.now());
    return secondFactor.code;
  };
  const confirm = (code: string) => both('POST', '/api/auth/time-code/confirm', { body: { code } });
  const age = async (time: string) => {
    account.isConfirmed = time === '0 minutes';
    await state.app.database.pool.query(`update sessions set authenticated_at = now() - interval '${time}'`);
  };
  const read = async () => {
    await both('GET', '/api/auth/second-factor');
    await both('GET', '/api/auth/user');
  };
  beforeAll(async () => {
    await state.app.openSession(EMAIL);
    account.addSession();
  });

  it('switches on, gives recovery codes and switches off as the server does', async () => {
    await read();
    await both('POST', '/api/auth/time-code');
    await confirm('not a code');
    await age('11 minutes');
    await both('POST', '/api/auth/time-code');
    await confirm(await readCode());
    await age('0 minutes');
    await confirm(await readCode());
    await read();
    await both('POST', '/api/auth/time-code');
    await confirm('123456');
    await both('GET', '/api/auth/sessions');
    await both('GET', '/api/auth/activity');
    await age('11 minutes');
    await both('POST', '/api/auth/recovery-codes');
    await both('DELETE', '/api/auth/time-code');
    await age('0 minutes');
    await both('POST', '/api/auth/recovery-codes');
    await read();
    await both('DELETE', '/api/auth/time-code');
    await read();
    expect(secondFactor.isOn).toBe(false);
    if (isRequired) return;
    await both('DELETE', '/api/auth/time-code');
    await both('POST', '/api/auth/recovery-codes');
    await both('GET', '/api/auth/activity');
  });
});
