import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listMessages, listRooms, marketRooms as ROOMS } from '../../../contract/chat/chat.ts';
import { FakeIdeas, newId } from '../../testing/fake-ideas.ts';
import { educator, openApp, phone, server } from '../../testing/open-app.tsx';
import { expectGone, expectLive, expectShown, measure } from '../../testing/page.ts';

/** The customer's main links at the bottom of a phone. */
const TIME = '2026-11-20T12:00:00.000Z';
let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server(), [
    { pair: 'EUR/USD' },
    { pair: 'BTC/USDT', market_type: 'Crypto' },
    { pair: 'SOL/USDT', market_type: 'Crypto', status: 'successful', closed_at: '2026-11-21T12:00:00.000Z' },
  ]);
  server().on(listRooms, () => ROOMS.map((name) => ({ id: newId(), name, created_at: TIME })));
  server().on(listMessages, () => []);
});

const bar = () => page.getByRole('navigation', { name: 'Main' });
const tab = (name: string) => bar().getByRole('link').filter({ hasText: name });

describe('the tab bar of a phone', () => {
  it('shows five links and the menu, large enough for a thumb (§2.44)', async () => {
    await openApp('/customer/forex', { size: phone });
    const tabs = bar().getByRole('link');
    // The last part of a tab; the first may have a badge.
    const labels = () => tabs.elements().map(({ lastElementChild }) => lastElementChild?.textContent);
    await expect.poll(labels).toEqual(['Markets', 'Results', 'Updates', 'Learn']);
    await expectShown(bar().getByRole('button', { name: 'Menu' }));
    for (const element of tabs.elements()) {
      const { width, height } = element.getBoundingClientRect();
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
  });

  it.each(['Results', 'Updates', 'Learn', 'Markets'])('leads to %s and marks it', async (name) => {
    await openApp(name === 'Markets' ? '/customer/forex/leverage' : '/customer/forex', { size: phone });
    await expect.element(tab(name)).not.toHaveAttribute('aria-current');
    await tab(name).click();
    await expect.element(tab(name)).toHaveAttribute('aria-current', 'page');
  });

  it('counts unseen ideas on Markets', async () => {
    await openApp('/customer/forex/leverage', { size: phone });
    await expectLive();
    // Both active ideas.
    await expectShown(bar().getByText('2 new ideas'));
    ideas.publish({ pair: 'EUR/SEK' });
    await expectShown(bar().getByText('3 new ideas'));
  });

  it.each(['/customer/dashboard', '/customer/forex', '/customer/crypto/leverage', '/customer/chat'])(
    'covers nothing of %s',
    async (path) => {
      await openApp(path, { size: phone });
      await expectLive();
      await expectGone(page.getByCss('[aria-busy="true"]'));
      const end = () => {
        // Each time, because what loads late makes the page longer.
        scrollTo(0, document.body.scrollHeight);
        return Math.floor(measure(page.getByCss('main, footer').last()).bottom);
      };
      const { top } = measure(bar());
      await expect.poll(end).toBeLessThanOrEqual(top);
      expect(document.documentElement.scrollWidth).toBe(360);
    },
  );
});

describe('the bar is not shown', () => {
  it('on wider screens', async () => {
    await openApp('/customer/forex');
    await expectShown(page.getByRole('heading', { level: 1 }));
    await expect.element(bar()).toHaveLength(1);
    await expect.element(page.getByCss('nav[aria-label=Main]')).toHaveLength(2);
  });

  it('to educators, whose page reserves no space for it', async () => {
    await openApp('/educator/dashboard', { as: educator, size: phone });
    await expectShown(page.getByRole('heading', { level: 1 }));
    await expectGone(bar());
    expect(getComputedStyle(document.body).paddingBottom).toBe('0px');
  });

  it('to signed-out visitors', async () => {
    await openApp('/learn/glossary', { as: null, size: phone });
    await expectShown(page.getByRole('heading', { level: 1 }));
    await expectGone(bar());
  });
});
