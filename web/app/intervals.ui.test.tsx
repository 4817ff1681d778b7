import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { listIdeas } from '../../contract/ideas/ideas.ts';
import { registerLiveApplier } from '../live/live-updates.tsx';
import { FakeChat } from '../testing/fake-chat.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { moveMouse } from '../testing/mouse.ts';
import { educator, openApp, server } from '../testing/open-app.tsx';
import { expectGone, expectLive, expectShown, nextFrame, readTexts } from '../testing/page.ts';
import { holdTimers } from '../testing/timers.ts';

/** The intervals of SPEC §4 and §9. How often lists are asked for is tested in web/ideas/idea-list-refresh.test.ts. */
const BURST_MS = 300;
const TOOLTIP_MS = 700;
const TOAST_MS = 5_000;
const COPIED_MS = 2_000;

let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server());
});

const open = async (path: string) => {
  await openApp(path);
  await expectLive();
};
const card = () => page.getByCss('[role=group]:not([aria-hidden]) article');
/** The calls for the active ideas of Forex. */
const listCalls = () =>
  server()
    .callsOf(listIdeas)
    .filter(({ query: { market, state } }) => market === 'Forex' && state === 'active');
const countLists = () => listCalls().length;

/** Lets the held time pass, once the page has started to wait for it. */
const expectPassing = (pass: () => number) => expect.poll(pass).toBe(1);

it('asks for a list once, 300 ms after the last change of a burst (§4.22, §9.11)', async () => {
  // The list is asked for every five seconds too.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const endBurst = holdTimers(BURST_MS);
  const arrived: Event[] = [];
  const note = (event: Event) => arrived.push(event);
  window.addEventListener('tradeIdeaCreated', note);
  onTestFinished(() => window.removeEventListener('tradeIdeaCreated', note));
  ideas.publish({ pair: 'EUR/USD' });
  await open('/customer/forex');
  await expectShown(card());
  // The start of the stream counts as a change.
  const atStart = countLists();
  await expectPassing(endBurst);
  await expect.poll(countLists).toBe(atStart + 1);

  for (const pair of ['AUD/NZD', 'AUD/CAD']) ideas.publish({ pair });
  await expect.poll(() => arrived.length).toBe(2);
  await nextFrame();
  expect(countLists()).toBe(atStart + 1);
  await expectPassing(endBurst);
  await expect.poll(countLists).toBe(atStart + 2);
  await nextFrame();
  expect(countLists()).toBe(atStart + 2);
});

it('asks for no ideas after a chat message', async () => {
  const endBurst = holdTimers(BURST_MS);
  const chat = new FakeChat(server());
  const arrived = vi.fn();
  onTestFinished(registerLiveApplier(arrived));
  await open('/customer/forex');
  await expectPassing(endBurst);
  chat.send({ message: 'Good morning' }, chat.rooms[0]!.id);
  await expect.poll(() => arrived.mock.calls.length).toBe(1);
  expect(endBurst()).toBe(0);
});

describe('times below a minute', () => {
  const NOON = Date.parse('2026-11-20T12:00:00Z');
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: NOON });
  });
  const readSeconds = (text: Locator) => Number(/(\d+) seconds? ago/.exec(readTexts(text)[0] ?? '')?.[1]);
  const expectCounting = async (...texts: Locator[]) => {
    // Waiting for the page may have advanced the clock.
    await nextFrame();
    const before = texts.map(readSeconds);
    for (let second = 1; second <= 5; second++) {
      vi.advanceTimersByTime(1_000);
      await nextFrame();
      expect(texts.map(readSeconds)).toEqual(before.map((seconds) => seconds + second));
    }
  };

  it('are counted by the second in the header and on a card', async () => {
    ideas.publish({ pair: 'CHF/NOK' });
    await open('/customer/forex');
    await expectShown(card().getByRole('heading', { name: 'CHF/NOK' }));
    await expectCounting(page.getByText(/latest \d+ seconds? ago/), card().getByCss('time').first());
  });

  it('are counted by the second in the comparison', async () => {
    ideas.publish({ pair: 'CHF/NOK' });
    await open('/customer/forex');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'CHF/NOK' });
    await expectShown(row);
    await expectCounting(row.getByCss('time'));
  });

  it('are counted by the second in a history, both of publication and of the close', async () => {
    const { id } = ideas.publish({ pair: 'CHF/DKK' });
    ideas.change(id, { status: 'successful' });
    await open('/customer/forex/leverage');
    const times = page.getByRole('article').first().getByText(/ago$/);
    await expect.element(times).toHaveLength(2);
    await expectCounting(times.first(), times.nth(1));
  });
});

it('asks for a list anew after a visit to the login, without what it knew of it (§2.3)', async () => {
  const { fetch: answer } = window;
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const response = await answer(input, init);
    return input.startsWith(listIdeas.path)
      ? new Response(await response.text(), { status: response.status, headers: { etag: '"1"' } })
      : response;
  });
  // The list is asked for every five seconds too.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const lastTag = () => listCalls().at(-1)?.headers.get('if-none-match');
  ideas.publish({ pair: 'EUR/USD' });
  await open('/customer/forex');
  await expectShown(card());
  // The start of the stream lets the page ask again.
  await expect.poll(lastTag).toBe('"1"');
  await nextFrame();
  history.pushState(null, '', '/login');
  await expectShown(page.getByRole('heading', { level: 1, name: 'Login' }));
  const before = countLists();
  history.pushState(null, '', '/customer/forex');
  await expectShown(card());
  const [first] = listCalls().slice(before);
  expect(first?.headers.get('if-none-match')).toBeNull();
});

it('shows a tooltip after 700 ms, not before, and removes it with the mouse (§9.23)', async () => {
  await open('/customer/forex');
  const tooltip = page.getByText('Search', { exact: true });
  const pass = holdTimers(TOOLTIP_MS);
  // The first one loads its code.
  for (let turn = 0; turn < 2; turn++) {
    await page.getByRole('button', { name: 'Search' }).hover();
    await nextFrame();
    expect(tooltip.query()).toBeNull();
    await expectPassing(pass);
    await expectShown(tooltip);
    await moveMouse(['move', 5, 800]);
    await expectGone(tooltip);
  }
});

it('shows toasts one at a time, each for 5 seconds (§9.21)', async () => {
  await open('/customer/crypto');
  const pass = holdTimers(TOAST_MS);
  const toastOf = (pair: string) => page.getByRole('dialog').filter({ hasText: `${pair} Bullish` });
  ideas.publish({ pair: 'EUR/HUF' });
  await expectShown(toastOf('EUR/HUF'));
  ideas.publish({ pair: 'EUR/CZK' });
  await expectShown(toastOf('EUR/CZK'));
  await expectGone(toastOf('EUR/HUF'));
  expect(toastOf('EUR/CZK').query()).not.toBeNull();
  await expectPassing(pass);
  await expectGone(toastOf('EUR/CZK'));
});

it('confirms a copy for 2 seconds (§9.16)', async () => {
  ideas.publish({ pair: 'EUR/USD' });
  await open('/customer/forex');
  await expectShown(card());
  // Not with the mouse: the card moves once when the carousel starts.
  (card().getByRole('button', { name: 'Details' }).element() as HTMLElement).click();
  const copy = page.getByRole('dialog').getByRole('button', { name: 'Copy idea' });
  const copied = page.getByRole('dialog').getByRole('button', { name: 'Copied' });
  await expectShown(copy);
  const pass = holdTimers(COPIED_MS);
  await copy.click();
  await expectShown(copied);
  await expectPassing(pass);
  await expectShown(copy);
  await expectGone(copied);
});

it('ends an expired session of an educator when the tab becomes visible (§4.27, §9.14)', async () => {
  await openApp('/educator/ideas', { as: educator });
  await expectShown(page.getByRole('heading', { level: 1, name: 'My Trade Ideas' }));
  const days = 24 * 60 * 60 * 1000;
  localStorage.setItem('lastSuccessfulAuth', String(Date.now() - 30 * days + 60_000));
  document.dispatchEvent(new Event('visibilitychange'));
  await nextFrame();
  expect(localStorage.getItem('sessionToken')).toBe('token');
  localStorage.setItem('lastSuccessfulAuth', String(Date.now() - 31 * days));
  document.dispatchEvent(new Event('visibilitychange'));
  await expectShown(page.getByRole('heading', { level: 1, name: 'Login' }));
  expect(location.pathname).toBe('/login');
  expect(localStorage.getItem('sessionToken')).toBeNull();
});
