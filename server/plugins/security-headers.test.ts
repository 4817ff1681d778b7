import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let plain: TestApp;
let behindTls: TestApp;

beforeAll(async () => {
  [plain, behindTls] = await Promise.all([startTestApp(), startTestApp({ settings: { TRUST_PROXY: '1' } })]);
});
afterAll(() => Promise.all([plain.close(), behindTls.close()]));

describe('every answer (DESIGN §7)', () => {
  it.each(['/healthz', '/api/config', '/api/nothing', '/api/auth/user', '/'])(
    'of %s carries the security headers',
    async (path) => {
      const { headers } = await plain.call('GET', path);
      const policy = headers.get('content-security-policy') ?? '';
      for (const rule of [
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]) {
        expect(policy).toContain(rule);
      }
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('strict-transport-security')).toBeNull();
    },
  );

  it('asks for TLS where a proxy of ours ends it', async () => {
    expect((await behindTls.call('GET', '/healthz')).headers.get('strict-transport-security')).toBe(
      'max-age=31536000',
    );
  });
});

describe('the client’s address', () => {
  it('is the socket’s, whatever a header claims, unless a proxy is trusted', async () => {
    const login = (test: TestApp) =>
      test.call('POST', '/api/auth/login', {
        body: { email: 'x', password: 'y', selectedRole: 'customer' },
        headers: { 'x-forwarded-for': '203.0.113.9' },
      });
    await Promise.all([login(plain), login(behindTls)]);
    const addresses = async ({ database }: TestApp) =>
      (await database.pool.query('select distinct address from auth_events')).rows;
    expect(await addresses(plain)).toEqual([{ address: '127.0.0.1' }]);
    expect(await addresses(behindTls)).toEqual([{ address: '203.0.113.9' }]);
  });
});
