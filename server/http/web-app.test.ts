import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { testEnv } from '../testing/test-env.ts';

const publicFolder = fileURLToPath(new URL('../../web/public', import.meta.url));

let testDatabase: TestDatabase;
let folder: string;
let app: Awaited<ReturnType<typeof buildApp>>;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'chartlark-web-'));
  await mkdir(join(folder, 'assets'));
  await Promise.all([
    writeFile(join(folder, 'index.html'), '<!doctype html><title>page</title>'),
    writeFile(join(folder, 'sw.js'), '"a worker"'),
    writeFile(join(folder, 'assets', 'start-abc.js'), '"a script"'),
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
  it('lets the service worker be asked for anew each time, as a script of its own policy', async () => {
    const { statusCode, headers } = await get('/sw.js');
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect(headers['content-security-policy']).toContain("worker-src 'self'");
    expect(headers['content-security-policy']).toContain("manifest-src 'self'");
  });

  it('lets files be kept for good whose names carry their content’s hash, and the page never', async () => {
    expect((await get('/assets/start-abc.js')).headers['cache-control']).toContain('immutable');
    expect((await get('/customer/forex')).headers['cache-control']).toBe('no-cache');
    expect((await get('/assets/start-gone.js')).statusCode, 'no page instead of a script').toBe(404);
  });
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

  it('carries the brand of the deployment, and what makes an app of a page', async () => {
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

  it('names pictures that exist and have the size it says: icons, one to be cut to shape, wide and narrow screens', async () => {
    const { icons, screenshots } = await manifest();
    for (const { src, sizes } of [...icons, ...screenshots]) {
      const { width, height } = await sharp(publicFolder + src).metadata();
      expect(`${src} ${width}x${height}`).toBe(`${src} ${sizes}`);
    }
    expect(icons.map(({ purpose }) => purpose)).toContain('maskable');
    expect(new Set(screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['wide', 'narrow']));
  });
});
