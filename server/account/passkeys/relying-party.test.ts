import { describe, expect, it } from 'vitest';
import { passkeySignInOptions } from '../../../contract/account/passkeys.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createRelyingParty } from './relying-party.ts';

describe('the relying party', () => {
  it('uses the host of BASE_URL, for exactly its origin', () => {
    const party = createRelyingParty('https://app.example.org:8443');
    expect(party?.id).toBe('app.example.org');
    expect(party?.allowsOrigin('https://app.example.org:8443')).toBe(true);
    for (const origin of [
      'https://app.example.org',
      'http://app.example.org:8443',
      'https://x.app.example.org',
    ])
      expect(party?.allowsOrigin(origin), origin).toBe(false);
  });

  it('uses localhost on any port without BASE_URL', () => {
    const party = createRelyingParty(undefined);
    expect(party?.id).toBe('localhost');
    expect(party?.allowsOrigin('http://localhost:3000')).toBe(true);
    expect(party?.allowsOrigin('http://localhost')).toBe(true);
    for (const origin of [
      'https://localhost:3000',
      'http://127.0.0.1:3000',
      'http://localhost:1.evil.example',
    ])
      expect(party?.allowsOrigin(origin), origin).toBe(false);
  });

  it('allows localhost by plain http', () => {
    expect(createRelyingParty('http://localhost:3000')?.id).toBe('localhost');
  });

  it.each(['http://app.example.org', 'http://127.0.0.1:3000', 'https://192.0.2.1', 'https://[2001:db8::1]'])(
    'returns no relying party for %s, where browsers offer no passkeys',
    (baseUrl) => expect(createRelyingParty(baseUrl)).toBeUndefined(),
  );
});

it.each([
  ['https://app.example.org', 'app.example.org'],
  ['http://app.example.org', null],
])('tells the web app with BASE_URL=%s on which host passkeys work', async (baseUrl, host) => {
  const test = await startTestApp({ settings: { BASE_URL: baseUrl } });
  const config = await test.call<{ passkeyHost: string | null }>('GET', '/api/config');
  expect(config.body.passkeyHost).toBe(host);
  const { status } = await test.call('POST', passkeySignInOptions.path);
  expect(status).toBe(host === null ? 409 : 200);
  await test.close();
});
