import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { jpeg } from '../server/testing/media-files.ts';
import { startApp, type TestApp } from './app.ts';
import { signInCalls } from './educator-calls.ts';
import { readCopies } from './offline-copies.ts';
import {
  BLANK_PATH,
  fillLogin,
  logOut,
  openPage,
  signInCustomer,
  signInEducator,
  type WatchedPage,
  withoutDelays,
} from './people.ts';
import { waitForActiveWorker } from './service-worker.ts';

/** The service worker: what works without a network (docs/decisions/0061). */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** The URL of an image uploaded by an educator. */
const uploadedBy = async (email: string, content: Buffer): Promise<string> => {
  const body = JSON.stringify({ email, password: 'teach-to-trade', selectedRole: 'educator' });
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(`${app.url}/api/auth/login`, { method: 'POST', headers, body });
  const { sessionToken } = (await login.json()) as { sessionToken: string };
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)], { type: 'image/jpeg' }), 'chart.jpg');
  const upload = await fetch(`${app.url}/api/media?kind=image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sessionToken}` },
    body: form,
  });
  return ((await upload.json()) as { url: string }).url;
};

it('controls also a page that was loading while the worker activated', async () => {
  const { page, close } = await openPage(app.url, '/login', { serviceWorkers: 'allow' });
  const late = await page.context().newPage();
  await late.route('**/terms', async (route) => {
    await page.evaluate(() => navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }));
    await waitForActiveWorker(page);
    await route.continue();
  });
  await late.goto(`${app.url}/terms`);
  await waitForActiveWorker(late);
  await close();
});

describe('without a network', () => {
  /** A customer with an active service worker, for tests that leave no state. */
  let reader: WatchedPage;
  beforeAll(async () => {
    reader = await signInCustomer(app.url, withoutDelays);
    await waitForActiveWorker(reader.page);
  });
  afterEach(() => reader.page.context().setOffline(false));
  afterAll(async () => {
    expect(reader.errors).toEqual([]);
    await reader.close();
  });

  it('shows bookmarks and private notes without a network (§2.49)', async () => {
    const { page } = reader;
    await app.database.pool.query(
      `insert into bookmarks select u.id, i.id, true, 'Read me without a network.', now()
       from users u, trade_ideas i where u.email = 'customer@demo.test' order by i.created_at limit 1`,
    );
    await page.goto('/customer/bookmarks');
    await page.getByText('Read me without a network.').waitFor();
    await expect.poll(async () => (await readCopies(page)).text).toContain('without a network');
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText('Read me without a network.').waitFor();
    await page.getByText(/^Offline[.] Last updated/).waitFor();
  });

  it('shows bookmarks as they are now when the server answers again and the browser noticed nothing', async () => {
    const { page, close } = await signInCustomer(app.url, {
      ...withoutDelays,
      serviceWorkers: 'block',
      path: BLANK_PATH,
    });
    const writeNote = (note: string) =>
      app.database.pool.query(
        `insert into bookmarks select u.id, i.id, true, $1, now() from users u, trade_ideas i
         where u.email = 'customer@demo.test' order by i.created_at limit 1
         on conflict (user_id, idea_id) do update set note = $1`,
        [note],
      );
    await writeNote('As the device knows it.');
    await page.goto('/customer/bookmarks');
    await page.getByText('As the device knows it.').waitFor();
    await expect.poll(async () => (await readCopies(page)).text).toContain('As the device knows it.');
    await page.goto('/customer/chat');
    await page.getByRole('article').last().waitFor();
    await expect.poll(async () => (await readCopies(page)).text).toContain('/messages');
    // No call is answered. Bookmarks open after the copies were restored.
    let unanswered = 0;
    await page.route('**/api/**', (route) => {
      if (route.request().url().endsWith('/api/bookmarks')) unanswered++;
      return route.abort();
    });
    await page.reload();
    await page.getByText(/^Offline[.] Last updated/).waitFor();
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Bookmarks' }).click();
    await page.getByText('As the device knows it.').waitFor();
    await expect.poll(() => unanswered, { message: 'the call and its retry' }).toBeGreaterThanOrEqual(2);
    await writeNote('As another device wrote it.');
    await page.unrouteAll();
    await page.getByText('As another device wrote it.').waitFor();
    await close();
  });

  it('shows read ideas while the browser still says that it is online and the person is busy', async () => {
    const { page, close } = await signInCustomer(app.url, {
      serviceWorkers: 'allow',
      path: '/customer/forex',
    });
    await waitForActiveWorker(page);
    const pair = await page.getByRole('article').first().getByRole('heading').first().innerText();
    await expect.poll(async () => (await readCopies(page)).text).toContain('market=Forex');
    // Without the event `offline` and without an idle moment.
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true });
      setInterval(() => window.dispatchEvent(new Event('wheel')), 500);
    });
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('article').first().getByRole('heading', { name: pair }).waitFor();
    await page.getByText(/^Offline[.] Last updated/).waitFor();
    await close();
  });

  it('shows changes as soon as the network is back', async () => {
    const { page } = reader;
    await page.goto('/customer/crypto');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.context().setOffline(true);
    await page.getByText(/^Offline[.] Last updated/).waitFor();
    // The buttons fit on a narrow phone, whatever the bar says.
    await page.setViewportSize({ width: 360, height: 800 });
    const menu = await page.getByRole('button', { name: 'Menu' }).boundingBox();
    expect((menu?.x ?? 360) + (menu?.width ?? 0)).toBeLessThanOrEqual(360);
    const { publish } = await signInCalls(app);
    await publish({ pair: 'DOT/USD', market_type: 'Crypto' });
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'New idea: DOT/USD' }).waitFor();
  });

  it('opens a read history with its time, and says that an unread one is not available', async () => {
    const { page } = reader;
    await page.goto('/customer/forex/leverage');
    const cards = page.getByRole('region', { name: 'Completed ideas' }).getByRole('listitem');
    await cards.first().waitFor();
    const shown = await cards.first().innerText();
    // Search results are not stored.
    await page.getByRole('searchbox', { name: 'Search pairs' }).fill('EUR');
    await page.waitForURL('**/leverage?pair=EUR');
    await expect.poll(async () => (await readCopies(page)).text).toContain('state=completed');
    await expect.poll(async () => (await readCopies(page)).text).not.toContain('pair=EUR');

    await page.context().setOffline(true);
    await page.goto('/customer/forex/leverage');
    await cards.first().waitFor();
    // Relative times are those of now; the rest is unchanged.
    const told = (text: string) => text.replace(/\d+ (second|minute|hour|day)s? ago/g, 'ago');
    expect(told(await cards.first().innerText())).toBe(told(shown));
    await page.getByText(/^Offline[.] Last updated \d\d:\d\d$/).waitFor();
    await page.goto('/customer/crypto/exchange');
    await page.getByRole('alert').filter({ hasText: "Couldn't load." }).waitFor();
  });

  it('keeps a viewed image available until sign-out', async () => {
    const image = await uploadedBy('educator2@demo.test', await jpeg(640, 400));
    const { publish } = await signInCalls(app);
    await publish({ pair: 'EUR/PLN', image_urls: [image] });
    const { page, close } = await signInCustomer(app.url, withoutDelays);
    await waitForActiveWorker(page);
    await page.goto('/customer/forex');
    const photo = page.locator(`img[src*="${image}"]`);
    const width = () => photo.evaluate((shown: HTMLImageElement) => shown.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
    await expect.poll(async () => (await readCopies(page)).pictures).toContain('read-images');
    await expect.poll(async () => (await readCopies(page)).text).toContain('EUR/PLN');
    await page.context().setOffline(true);
    await page.goto('/customer/forex');
    await expect.poll(width).toBeGreaterThan(0);
    await page.context().setOffline(false);
    await page.getByText('Live', { exact: true }).waitFor();
    await logOut(page);
    await page.waitForURL('**/login');
    await expect.poll(async () => (await readCopies(page)).pictures).toEqual([]);
    await close();
  });

  it('sends nothing: an educator sees why and keeps the input', async () => {
    const { page, close } = await signInEducator(app.url, '1', { ...withoutDelays, path: '/educator/chat' });
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.fill('Written on a train, in a tunnel');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText("You're offline. Nothing was sent").waitFor();
    await expect.poll(() => box.inputValue()).toBe('Written on a train, in a tunnel');
    const { rows } = await app.database.pool.query(
      "select 1 from chat_messages where message like '%in a tunnel'",
    );
    expect(rows).toEqual([]);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('article').filter({ hasText: 'in a tunnel' }).waitFor();
    await close();
  });

  it('removes all data of the person at a sign-out, and another account finds none', async () => {
    const { page, close } = await signInCustomer(app.url, withoutDelays);
    await waitForActiveWorker(page);
    await page.goto('/customer/crypto/leverage');
    for (const list of ['EUR/USD', 'state=completed'])
      await expect.poll(async () => (await readCopies(page)).text).toContain(list);
    await logOut(page);
    await page.waitForURL('**/login');
    await expect.poll(async () => readCopies(page)).toEqual({ text: '[]', pictures: [] });
    await page.context().setOffline(true);
    await page.goto('/customer/forex');
    await page.getByRole('heading', { name: 'Login', exact: true }).waitFor();
    await close();
  });

  it('removes data of one person when another signs in, however the first one left', async () => {
    const { page, close } = await signInCustomer(app.url, { ...withoutDelays, path: '/customer/forex' });
    await expect.poll(async () => (await readCopies(page)).text).toContain('EUR/USD');
    // No open page notices the end of the session, because the storage was cleared by hand.
    await page.goto('/terms');
    await page.evaluate(() => localStorage.clear());
    await page.goto('/chartlark-staff');
    await fillLogin(page, 'educator3@demo.test', 'teach-to-trade');
    await page.getByRole('button', { name: 'Access Educator Portal' }).click();
    await page.waitForURL('**/educator/dashboard');
    await expect.poll(async () => (await readCopies(page)).text).not.toContain('market=Forex');
    await close();
  });

  it('waits for a part that was never loaded while its page stays', async () => {
    const { page, errors, close } = await signInCustomer(app.url, {
      ...withoutDelays,
      path: '/customer/forex',
    });
    await waitForActiveWorker(page);
    const card = page.locator('article').first();
    await card.waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Security' }).click();
    await page.getByText("Available when you're back online.").first().waitFor();
    await expect.poll(() => card.isVisible()).toBe(true);
    await page.context().setOffline(false);
    const dialog = page.getByRole('dialog', { name: 'Security' });
    await dialog.getByText('This device').waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it('precaches every script and style that the page names', async () => {
    const { page } = reader;
    const listMissing = async () => {
      const files = [
        ...document.querySelectorAll('script[src], link[rel=modulepreload], link[rel=stylesheet]'),
      ];
      const urls = files.map((file) => file.getAttribute('src') ?? file.getAttribute('href') ?? '');
      const stored = await Promise.all(urls.map((url) => caches.match(url, { ignoreSearch: true })));
      return [urls.length > 3, urls.filter((_, index) => !stored[index])];
    };
    expect(await page.evaluate(listMissing)).toEqual([true, []]);
  });

  it('opens the other precached pages too', async () => {
    const { page } = reader;
    await page.context().setOffline(true);
    await page.goto('/customer/dashboard');
    await page.getByRole('heading', { level: 1, name: 'Choose Your Market' }).waitFor();
    await page.goto('/');
    await page.getByRole('heading', { name: 'Login', exact: true }).waitFor();
  });

  it('never answers API calls from the cache', async () => {
    const { page, close } = await openPage(app.url, '/login', withoutDelays);
    await waitForActiveWorker(page);
    await expect.poll(() => page.evaluate(async () => (await fetch('/api/config')).ok)).toBe(true);
    await page.context().setOffline(true);
    await expect
      .poll(() =>
        page.evaluate(() =>
          fetch('/api/config').then(
            () => 'answered',
            () => 'refused',
          ),
        ),
      )
      .toBe('refused');
    await close();
  });
});
