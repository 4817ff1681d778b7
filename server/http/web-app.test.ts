import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { testEnv } from '../testing/test-env.ts';

const publicFolder = fileURLToPath(new URL('../../web/public', import.meta.url));

const PAGE = '<!doctype html><title>Larks &amp; Co</title>';

let testDatabase: TestDatabase;
let folder: string;
let app: Awaited<ReturnType<typeof buildApp>>;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'chartlark-web-'));
  await Promise.all([mkdir(join(folder, 'assets')), mkdir(join(folder, '.git'))]);
  await Promise.all([
    writeFile(join(folder, 'index.html'), '<!doctype html><title>Chartlark</title>'),
    writeFile(join(folder, 'sw.js'), '"a worker"'),
    writeFile(join(folder, 'assets', 'start-abc.js'), '"a script"'),
    writeFile(join(folder, '.git', 'config'), '[core]'),
  ]);
  app = await buildApp({
    database: testDatabase.database,
    env: testEnv({ BRAND: 'Larks & Co' }),
    webFolder: folder,
  });
});
afterAll(async () => {
  await app.close();
  await testDatabase.drop();
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string) => app.inject({ method: 'GET', url });

describe('the built web app', () => {
  it('serves the service worker with no-cache and its own policy', async () => {
    const { statusCode, headers } = await get('/sw.js');
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect(headers['content-security-policy']).toContain("worker-src 'self'");
    expect(headers['content-security-policy']).toContain("manifest-src 'self'");
  });

  it('serves hashed files as immutable and the page with no-cache', async () => {
    expect((await get('/assets/start-abc.js')).headers['cache-control']).toContain('immutable');
    expect((await get('/customer/forex')).headers['cache-control']).toBe('no-cache');
    expect(
      (await get('/assets/start-gone.js')).statusCode,
      '404 instead of the page for a missing script',
    ).toBe(404);
  });
});

describe('the status of a path', () => {
  const idea = '/ideas/6f1c9f0e-0000-4000-8000-000000000001';
  it.each([
    ['/', 200],
    ['/login', 200],
    ['/Login/', 200],
    ['/login?next=/x.y', 200],
    ['/chartlark-staff', 200],
    ['/customer', 200],
    ['/customer/crypto/exchange', 200],
    ['/customer/educators/12', 200],
    ['/educator/ideas/new', 200],
    ['/educator/ada-wren', 200],
    [idea, 200],
    [`${idea}?replay`, 200],
    ['/learn/glossary', 200],
    ['/operator', 200],
    ['/wp-login', 404],
    ['/chartlark-staffs', 404],
    ['/customer/stocks', 404],
    ['/customer/forex/leverage/1', 404],
    ['/customer/educators/0', 404],
    ['/ideas/1', 404],
    ['/login/x', 404],
  ])('answers GET and HEAD %s with the page and %d', async (url, status) => {
    const { statusCode, body } = await get(url);
    expect([statusCode, body]).toEqual([status, PAGE]);
    const head = await app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.body]).toEqual([status, '']);
    expect(head.headers['content-type']).toContain('text/html');
  });

  it.each([
    '/favicon.ico',
    '/robots.txt',
    '/apple-touch-icon.png',
    '/customer/photo.jpg',
    '/.well-known/security.txt',
    '/.well-known/assetlinks',
    '/wp-login.php',
    '/.env',
    '/api/unknown',
    '/media/unknown',
    '/feeds/',
  ])('answers GET and HEAD %s with an error, not with the page', async (url) => {
    const { statusCode, json } = await get(url);
    expect([statusCode, json().code]).toEqual([404, 'NOT_FOUND']);
    expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(404);
  });

  it('answers HEAD as GET for files, health, the manifest and the API', async () => {
    for (const url of ['/sw.js', '/healthz', '/manifest.webmanifest', '/api/config', '/api/trade-ideas']) {
      const head = await app.inject({ method: 'HEAD', url });
      expect([url, head.statusCode]).toEqual([url, (await get(url)).statusCode]);
    }
  });

  it('leads password managers to the account', async () => {
    const { statusCode, headers } = await get('/.well-known/change-password');
    expect([statusCode, headers.location]).toEqual([302, '/customer/profile']);
  });
});

describe('what nobody should see', () => {
  it.each([
    '/.git/config',
    '/%2egit/config',
    '/.git%2fconfig',
    '/%2e%67it%2fconfig',
    '/assets/..%2f.git/config',
  ])('does not serve %s, which nobody should see', async (url) => {
    const { statusCode, body } = await get(url);
    expect(body).not.toContain('[core]');
    expect(statusCode).toBe(404);
  });

  it.each(['/assets', '/assets/', '/assets/%2e/', '/media/', '/api/docs/static/'])(
    'lists no files at %s',
    async (url) => {
      const { statusCode, body } = await get(url);
      expect([400, 404]).toContain(statusCode);
      expect(body).not.toMatch(/start-abc|\.(js|css|html)/);
    },
  );
});

describe('a path that is malformed', () => {
  it.each(['/%zz', '/customer/%E0%A4%A', '//customers', '//evil.test/%2e%2e/x'])(
    'shows the page with its headers for the malformed path %s',
    async (url) => {
      const { statusCode, headers, body } = await get(url);
      expect([statusCode, body]).toEqual([404, PAGE]);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-frame-options']).toBe('DENY');
    },
  );

  it.each(['/api/%zz', '/api/trade-ideas/%ff', '//api/%zz'])(
    'answers the malformed path %s with a JSON error',
    async (url) => {
      const { statusCode, headers, json } = await get(url);
      expect([statusCode, json().code]).toEqual([404, 'NOT_FOUND']);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    },
  );
});

describe('the manifest', () => {
  type Manifest = Record<'name' | 'short_name' | 'start_url' | 'scope' | 'display', string> &
    Record<
      'icons' | 'screenshots',
      { src: string; sizes: string; purpose?: string; form_factor?: string }[]
    > & {
      shortcuts: { name: string; url: string }[];
    };
  const manifest = async () => {
    const answer = await get('/manifest.webmanifest');
    expect(answer.headers['content-type']).toContain('application/manifest+json');
    return answer.json<Manifest>();
  };

  it('names the brand of the deployment and the fields of an installable app in the manifest', async () => {
    const { name, short_name, start_url, scope, display, shortcuts } = await manifest();
    expect({ name, short_name, start_url, scope, display }).toEqual({
      name: 'Larks & Co',
      short_name: 'Larks & Co',
      start_url: '/customer/dashboard',
      scope: '/',
      display: 'standalone',
    });
    expect(shortcuts.map((shortcut) => [shortcut.name, shortcut.url])).toEqual([
      ['Forex', '/customer/forex'],
      ['Crypto', '/customer/crypto'],
    ]);
  });

  it('lists existing images of the stated size in the manifest: icons, a maskable icon, wide and narrow screenshots', async () => {
    const { icons, screenshots } = await manifest();
    for (const { src, sizes } of [...icons, ...screenshots]) {
      const { width, height } = await sharp(publicFolder + src).metadata();
      expect(`${src} ${width}x${height}`).toBe(`${src} ${sizes}`);
    }
    expect(icons.map(({ purpose }) => purpose)).toContain('maskable');
    expect(new Set(screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['wide', 'narrow']));
  });
});
