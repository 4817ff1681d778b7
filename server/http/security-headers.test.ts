import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createTrust } from './trusted-proxies.ts';

let plain: TestApp;
let behindTls: TestApp;

beforeAll(async () => {
  [plain, behindTls] = await Promise.all([startTestApp(), startTestApp({ settings: { TRUST_PROXY: '1' } })]);
});
afterAll(() => Promise.all([plain.close(), behindTls.close()]));

describe('security headers (DESIGN §7)', () => {
  const fetchHeaders = async (path: string) => (await plain.call('GET', path)).headers;

  it.each(['/healthz', '/login', '/'])('sends the security headers on %s', async (path) => {
    const headers = await fetchHeaders(path);
    const policy = headers.get('content-security-policy') ?? '';
    for (const rule of [
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(rule);
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  it.each(['/api/config', '/api/nothing', '/api/auth/user', '/api/openapi.json', '/feeds/clk_none.atom'])(
    'allows %s to load nothing and not to be framed',
    async (path) => {
      const headers = await fetchHeaders(path);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('strict-transport-security')).toBeNull();
    },
  );

  it('gives the API page its own policy', async () => {
    const policy = (await fetchHeaders('/api/docs/')).get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('sends HSTS only if a trusted proxy says the connection uses TLS', async () => {
    const strict = async (test: TestApp, headers: Record<string, string>) => {
      const answers = await Promise.all(
        ['/healthz', '/api/config'].map((path) => test.call('GET', path, { headers })),
      );
      const [page, data] = answers.map((answer) => answer.headers.get('strict-transport-security'));
      expect(data).toBe(page);
      return page;
    };
    const overTls = { 'x-forwarded-proto': 'https' };
    expect(await strict(behindTls, overTls)).toBe('max-age=31536000');
    const withSubdomains = await startTestApp({ settings: { TRUST_PROXY: '1', HSTS_SUBDOMAINS: 'on' } });
    expect(await strict(withSubdomains, overTls)).toBe('max-age=31536000; includeSubDomains');
    await withSubdomains.close();
    expect(await strict(behindTls, {})).toBeNull();
    expect(await strict(behindTls, { 'x-forwarded-proto': 'http' })).toBeNull();
    expect(await strict(plain, overTls)).toBeNull();
  });
});

/** A failing sign-in with these headers. */
const attempt = (test: TestApp, headers: Record<string, string>, email = 'x') =>
  test.call('POST', '/api/auth/login', { body: { email, password: 'y', selectedRole: 'customer' }, headers });
const addresses = async ({ database }: TestApp) =>
  (
    await database.pool.query<{ address: string }>('select distinct address from auth_events order by 1')
  ).rows.map(({ address }) => address);

describe('the client address', () => {
  it("takes the address of the socket as the client's unless a proxy is trusted", async () => {
    const claims = {
      'x-forwarded-for': '203.0.113.9',
      'x-real-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
    };
    await Promise.all([attempt(plain, claims), attempt(behindTls, claims)]);
    expect(await addresses(plain)).toEqual(['127.0.0.1']);
    expect(await addresses(behindTls)).toEqual(['203.0.113.9']);
  });

  it('takes the address that the one proxy appended last', async () => {
    await attempt(behindTls, { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' });
    expect(await addresses(behindTls)).toEqual(['203.0.113.9']);
  });

  it('limits failed sign-ins by the real address when a client claims others', async () => {
    const own = await startTestApp();
    const statuses: number[] = [];
    for (let turn = 0; turn < 11; turn++)
      statuses.push(
        (await attempt(own, { 'x-forwarded-for': `203.0.113.${turn}` }, `a${turn}@x.example`)).status,
      );
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    await own.close();
  });
});

describe('proxies trusted by address', () => {
  it('trusts the claims of listed proxies, and of no other address', async () => {
    const [known, unknown] = await Promise.all([
      startTestApp({ settings: { TRUST_PROXY: '10.0.0.0/8, 127.0.0.1' } }),
      startTestApp({ settings: { TRUST_PROXY: '10.0.0.0/8, ::1' } }),
    ]);
    const claims = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-request-id': 'named-by-a-proxy',
    };
    const [from, notFrom] = [await attempt(known, claims), await attempt(unknown, claims)];
    expect([await addresses(known), await addresses(unknown)]).toEqual([['203.0.113.9'], ['127.0.0.1']]);
    expect(from.headers.get('strict-transport-security')).not.toBeNull();
    expect(notFrom.headers.get('strict-transport-security')).toBeNull();
    expect(from.headers.get('x-request-id')).toBe('named-by-a-proxy');
    expect(notFrom.headers.get('x-request-id')).not.toBe('named-by-a-proxy');
    await Promise.all([known.close(), unknown.close()]);
  });

  it.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['fd00::/8', 'fd12::1', true],
    ['fd00::/8', 'fe80::1', false],
  ])('%s trusts %s: %s', (setting, address, expected) => {
    const trusts = createTrust([setting]);
    expect(trusts ? trusts(address, 0) : undefined).toBe(expected);
  });
});

describe('the request id', () => {
  it("creates a unique request id, which a client can't choose", async () => {
    const names = await Promise.all(
      ['', 'mine-mine-mine', 'mine-mine-mine'].map(async (name) => {
        const { headers } = await plain.call('GET', '/healthz', {
          headers: name ? { 'x-request-id': name } : {},
        });
        return headers.get('x-request-id') ?? '';
      }),
    );
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{10}-[0-9a-z]+$/);
  });

  it.each(['short', 'a'.repeat(65), 'with space', 'quote"quote', '<script>aa'])(
    'does not use "%s" as request id, even from a trusted proxy',
    async (name) => {
      const answer = await behindTls.call('GET', '/healthz', { headers: { 'x-request-id': name } });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{10}-/);
    },
  );
});
