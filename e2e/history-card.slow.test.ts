import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { signInCalls } from './educator-calls.ts';
import { setUpPeople, signInCustomer } from './people.ts';

/** A closed idea on the card of its history: how far the price came, and what was learnt. */
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
const watched = setUpPeople();

const levels = { invalidation_level: '1.0755', entry_1: '1.0842', exit_1: '1.0921', exit_2: '1.0985' };
const price = (name: keyof typeof levels) => Number(levels[name]);
const span = price('exit_2') - price('invalidation_level');
const share = (name: keyof typeof levels) => (price(name) - price('invalidation_level')) / span;
const lesson = 'Take the first exit before the rate decision.\nThe second line is for the page of the idea.';

/** The drawn parts of a level track, from left to right. */
const listParts = (track: Locator) =>
  track.evaluate((image) => {
    const { left, width } = image.getBoundingClientRect();
    return [...image.children].map((part) => {
      const box = part.getBoundingClientRect();
      return {
        from: (box.left - left) / width,
        to: (box.right - left) / width,
        width: box.width,
        opacity: Number(getComputedStyle(part).opacity),
      };
    });
  });

it.each([360, 1440])(
  'marks the level reached and fades the rest, with labels at their ticks, at %i px',
  async (width) => {
    const pair = `EUR/W${width}`;
    const { publish, change, remove } = await signInCalls(app);
    const { id } = await publish({ pair, ...levels, entry_2: null, exit_3: null });
    await change(id, { status: 'successful', result_level: 'exit_1', lesson });
    const viewport = { width, height: 900 };
    const page = await watched(signInCustomer(app.url, { viewport, path: '/customer/forex/leverage' }));
    const card = page.getByRole('article', { name: new RegExp(`^${pair},`) });
    const track = card.getByRole('img', { name: 'Exit 1 was reached.' });
    await track.waitFor();

    const parts = await listParts(track);
    /** The narrow part at a level. */
    const tick = (name: keyof typeof levels) =>
      parts.find(
        ({ from, to, width: drawn }) => drawn < 10 && Math.abs((from + to) / 2 - share(name)) < 0.01,
      );
    const reached = tick('exit_1');
    expect(reached?.opacity).toBe(1);
    for (const other of ['invalidation_level', 'exit_2'] as const) {
      expect(tick(other)?.opacity, other).toBeLessThan(0.5);
      expect(tick(other)?.width, other).toBeLessThan(reached?.width ?? 0);
    }
    const whole = parts.find(({ from, to }) => from < 0.01 && to > 0.99);
    expect(whole?.opacity).toBeLessThan(0.5);
    const way = parts.find(({ from, to }) => to - from > 0.1 && to - from < 0.9);
    expect(way?.opacity).toBe(1);
    expect(way?.from).toBeCloseTo(share('entry_1'), 2);
    expect(way?.to).toBeCloseTo(share('exit_1'), 2);

    const line = (await track.boundingBox())!;
    for (const [label, name] of [
      ['Invalidation', 'invalidation_level'],
      ['Entry 1', 'entry_1'],
      ['Exit 1', 'exit_1'],
    ] as const) {
      const place = card.getByRole('term').filter({ hasText: label }).locator('..');
      await expect.poll(() => place.innerText()).toContain(levels[name]);
      const box = (await place.boundingBox())!;
      // The label's own point at that share is below the tick: the outer labels stay inside the card.
      const anchor = box.x + box.width * share(name);
      expect(Math.abs(anchor - (line.x + line.width * share(name))), label).toBeLessThan(1);
    }
    await expect.poll(() => card.getByText('Exit 2').count()).toBe(0);

    const learnt = card.getByText('Take the first exit before the rate decision.');
    const { lines, overflow } = await learnt.evaluate((text) => ({
      lines: text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight),
      overflow: getComputedStyle(text).textOverflow,
    }));
    expect(lines).toBeCloseTo(1, 1);
    expect(overflow).toBe('ellipsis');
    await expect.poll(() => learnt.innerText()).toBe('Take the first exit before the rate decision.');
    await remove(id);
  },
);

it.each([360, 1440])('keeps long prices of near levels apart, inside the card, at %i px', async (width) => {
  const { publish, change, remove } = await signInCalls(app);
  const near = { invalidation_level: '64250.12345678', entry_1: '64250.5', exit_1: '64252' };
  const tiny = { invalidation_level: '0.00000805', entry_1: '0.00000812', exit_1: '0.00000880' };
  const viewport = { width, height: 900 };
  const page = await watched(signInCustomer(app.url, { viewport, path: '/customer/forex/leverage' }));
  for (const [name, prices] of Object.entries({ near, tiny })) {
    const pair = `EUR/${name}${width}`.toUpperCase();
    const { id } = await publish({ pair, ...prices, entry_2: null, exit_2: null, exit_3: null });
    await change(id, { status: 'successful', lesson });
    const card = page.getByRole('article', { name: new RegExp(`^${pair},`) });
    const learnt = (await card.getByText('Take the first exit').boundingBox())!;
    const labels = await card.locator('dl').first().locator('div').all();
    expect(labels).toHaveLength(3);
    let end = 0;
    for (const label of labels) {
      const box = (await label.boundingBox())!;
      expect(box.x, pair).toBeGreaterThanOrEqual(end);
      expect(box.y + box.height, pair).toBeLessThanOrEqual(learnt.y);
      end = box.x + box.width;
    }
    await remove(id);
  }
});

it.each([360, 1440])('marks prices that were moved, inside the card, at %i px', async (width) => {
  const pair = `EUR/M${width}`;
  const { publish, change, remove } = await signInCalls(app);
  const { id } = await publish({ pair, ...levels, entry_2: null, exit_3: null });
  await app.database.pool.query(
    "update trade_ideas set created_at = created_at - interval '1 hour' where id = $1",
    [id],
  );
  await change(id, { invalidation_level: '1.0830', exit_2: '1.0990' });
  await change(id, { status: 'successful', result_level: 'exit_2', lesson });
  const viewport = { width, height: 900 };
  const page = await watched(signInCustomer(app.url, { viewport, path: '/customer/forex/leverage' }));
  const card = page.getByRole('article', { name: new RegExp(`^${pair},`) });
  await card.getByRole('img', { name: /Invalidation 1\.0830, moved from 1\.0755\./ }).waitFor();
  await expect
    .poll(() => card.locator('dl').first().locator('div').allInnerTexts())
    .toEqual(['Invalidation\n1.0830\nmoved', 'Entry 1\n1.0842', 'Exit 2\n1.0990\nmoved']);
  const learnt = (await card.getByText('Take the first exit').boundingBox())!;
  for (const mark of await card.getByText('moved', { exact: true }).all()) {
    const { y, height } = (await mark.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(learnt.y);
  }
  const times = (await card.getByRole('term').filter({ hasText: 'Published' }).boundingBox())!;
  expect(learnt.y + learnt.height).toBeLessThan(times.y);
  await remove(id);
});
