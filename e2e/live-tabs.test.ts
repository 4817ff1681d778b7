import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { signInCalls } from './educator-calls.ts';
import { signInCustomer, type WatchedPage } from './people.ts';

/** DESIGN §5: the browser keeps one stream for all its tabs, and shows whether it is connected. */
let app: TestApp;
let customer: WatchedPage;

beforeAll(async () => {
  app = await startApp();
  customer = await signInCustomer(app.url);
});
afterAll(async () => {
  await customer?.close();
  await app.close();
});

const publish = async (pair: string) => {
  const { publish: send } = await signInCalls(app);
  await send({ pair });
};

it('shares one stream between three tabs, and another tab takes over when the first one closes', async () => {
  const { page: first } = customer;
  const context = first.context();
  await first.getByText('Live', { exact: true }).waitFor();
  const streams: (string | undefined)[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/live') streams.push(request.headers()['last-event-id']);
  });
  const openTab = async () => {
    const tab = await context.newPage();
    await tab.addInitScript(() => {
      const pairs: string[] = [];
      Object.assign(window, { pairs });
      window.addEventListener('tradeIdeaCreated', (event) => {
        pairs.push((event as CustomEvent).detail.tradeIdea.pair);
      });
    });
    await tab.goto(`${app.url}/customer/forex`);
    await tab.getByText('Live', { exact: true }).waitFor();
    return tab;
  };
  const heardBy = (tab: Awaited<ReturnType<typeof openTab>>, pair: string) =>
    tab.waitForFunction((name) => (window as unknown as { pairs: string[] }).pairs.includes(name), pair);

  const [second, third] = [await openTab(), await openTab()];
  expect(streams, 'the first tab reads for all').toEqual([]);

  await publish('AUD/NZD');
  await Promise.all([heardBy(second, 'AUD/NZD'), heardBy(third, 'AUD/NZD')]);

  await first.close();
  await expect.poll(() => streams.length).toBe(1);
  expect(streams[0], 'the next tab resumes where the first one stopped').toMatch(/^\d+-\d+$/);
  await publish('NZD/CAD');
  await Promise.all([heardBy(second, 'NZD/CAD'), heardBy(third, 'NZD/CAD')]);
  await expect
    .poll(() => third.evaluate(() => (window as unknown as { pairs: string[] }).pairs))
    .toEqual(['AUD/NZD', 'NZD/CAD']);
  expect(customer.errors).toEqual([]);
});

it('shows Reconnecting while the stream is down, and Live when it is back (§4.20)', async () => {
  const tab = customer.page.context().pages()[0] ?? (await customer.page.context().newPage());
  const context = tab.context();
  for (const other of context.pages()) if (other !== tab) await other.close();
  await tab.goto(`${app.url}/customer/forex`);
  await tab.getByText('Live', { exact: true }).waitFor();
  // A request that waits while its handler is removed would never be answered.
  let isDown = true;
  await tab.route('**/api/live', (route) => (isDown ? route.abort() : route.continue()));
  await tab.reload();
  await tab.getByText('Reconnecting', { exact: true }).waitFor();
  isDown = false;
  await tab.evaluate(() => window.dispatchEvent(new Event('online')));
  await tab.getByText('Live', { exact: true }).waitFor();
});
