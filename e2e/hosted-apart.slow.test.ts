import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFreePort } from '../server/database/embedded/running-server.ts';
import { jpeg, uploadFile } from '../server/testing/media-files.ts';
import { signInAt } from '../server/testing/process-calls.ts';
import { startApp, type TestApp } from './app.ts';
import { signInCalls } from './educator-calls.ts';
import { fillLogin, openPage, signInCustomer, withoutDelays } from './people.ts';
import { addDevice, addPasskey, disableAutofill } from './virtual-authenticator.ts';

/** SPEC §7: the web app hosted apart from its API: static files on another port. */
const root = fileURLToPath(new URL('..', import.meta.url));

let folder: string;
let app: TestApp;
let pages: FastifyInstance;
let origin: string;

const build = async (api: string) => {
  const vite = spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', folder, '--emptyOutDir'],
    { cwd: root, env: { ...process.env, NODE_ENV: 'production', VITE_API_BASE: api } },
  );
  let said = '';
  for (const stream of [vite.stdout, vite.stderr]) stream.on('data', (chunk) => (said += chunk));
  const [code] = await once(vite, 'exit');
  if (code !== 0) throw new Error(said);
};

/** A static host that answers unknown paths with the page. */
const serve = async (port: number) => {
  const host = Fastify();
  await host.register(fastifyStatic, { root: folder, index: 'index.html' });
  host.setNotFoundHandler((request, reply) =>
    extname(request.url) ? reply.code(404).send() : reply.sendFile('index.html'),
  );
  await host.listen({ host: '127.0.0.1', port });
  return host;
};

beforeAll(async () => {
  const [apiPort, pagesPort] = [await findFreePort(), await findFreePort()];
  origin = `http://127.0.0.1:${pagesPort}`;
  folder = await mkdtemp(join(tmpdir(), 'chartlark-apart-'));
  await build(`http://127.0.0.1:${apiPort}`);
  pages = await serve(pagesPort);
  // Browsers offer passkeys on localhost, and not at an IP address.
  const baseUrl = `http://localhost:${pagesPort}`;
  const settings = { WEB_ORIGINS: `${origin},${baseUrl}`, BASE_URL: baseUrl, DEMO: 'on' };
  app = await startApp({ port: apiPort, settings });
});
afterAll(async () => {
  await pages?.close();
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

it('signs in, reads, follows live changes and shows media from the API’s origin (§7.9)', async () => {
  const { page, errors, close } = await signInCustomer(origin);
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).origin + new URL(request.url()).pathname));
  await page.goto(`${origin}/customer/forex`);
  await page.getByText('Live', { exact: true }).waitFor();
  const [educator, token] = [await signInCalls(app), await signInAt(app.url, 'educator', '2')];
  const { url } = await uploadFile(app, token, await jpeg(800, 600));
  await educator.publish({ pair: 'AUD/NZD', image_urls: [url] });
  await page.getByText('AUD/NZD').first().waitFor();
  // After a reload the newest idea is shown first, and images out of view are not loaded.
  await page.reload();
  const photo = page.locator(`img[src="${app.url}${url}"]`).first();
  await photo.waitFor({ state: 'attached' });
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800);
  expect([...asked].filter((address) => address.startsWith(`${origin}/api`))).toEqual([]);
  expect([...asked]).toContain(`${app.url}/api/live`);
  expect(errors).toEqual([]);
  await close();
});

it('uses the server’s content security policy in the page, with the API', async () => {
  const { page, errors, close } = await openPage(origin, '/login');
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toContain(`connect-src 'self' ${app.url};`);
  expect(policy).toContain("script-src 'self';");
  const refused = page.waitForEvent('console', (message) =>
    message.text().includes('Content Security Policy'),
  );
  await page.evaluate(() => fetch('https://elsewhere.example/').catch(() => undefined));
  await refused;
  const manifest = await page.evaluate(async () => (await fetch('/manifest.webmanifest')).json());
  expect(manifest).toMatchObject({ name: 'Chartlark' });
  expect(errors.filter((error) => !error.includes('elsewhere.example'))).toEqual([]);
  await close();
});

it("adds passkeys for the web app's own address, and signs in with them", async () => {
  const { page, errors, close } = await openPage(
    origin.replace('127.0.0.1', 'localhost'),
    '/login',
    withoutDelays,
  );
  await addDevice(page);
  await disableAutofill(page);
  await fillLogin(page, 'customer@demo.test', 'learn-to-trade');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/customer/dashboard');
  const dialog = await addPasskey(page);
  await dialog.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.waitForURL('**/login*');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/customer/dashboard');
  expect(errors).toEqual([]);
  await close();
});

it("shows an error when the API does not allow the web app's origin", async () => {
  const port = await findFreePort();
  const stranger = await serve(port);
  const { page, close } = await openPage(`http://127.0.0.1:${port}`, '/login');
  await fillLogin(page, 'customer@demo.test', 'learn-to-trade');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByText('Network error. Please try again.').waitFor();
  await close();
  await stranger.close();
});
