import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { openApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown, measure, readTexts } from '../../testing/page.ts';

/** A closed idea on the card of its history: how far the price came, and what was learnt. */
let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server());
});

const levels = { invalidation_level: '1.0755', entry_1: '1.0842', exit_1: '1.0921', exit_2: '1.0985' };
const unused = { entry_2: null, exit_2: null, exit_3: null };
const price = (name: keyof typeof levels) => Number(levels[name]);
const span = price('exit_2') - price('invalidation_level');
const share = (name: keyof typeof levels) => (price(name) - price('invalidation_level')) / span;
const FIRST_LINE = 'Take the first exit before the rate decision.';
const lesson = `${FIRST_LINE}\nThe second line is for the page of the idea.`;

const card = () => page.getByRole('article');
const learnt = () => card().getByText(FIRST_LINE);
const labels = () => card().getByCss('dl').first().getByCss('div');
const open = async (width: number) => {
  await openApp('/customer/forex/leverage', { size: { width, height: 900 } });
  await expectShown(learnt());
};

/** The drawn parts of a level track, from left to right. */
const listParts = (track: Element) => {
  const { left, width } = track.getBoundingClientRect();
  return [...track.children].map((part) => {
    const box = part.getBoundingClientRect();
    return {
      from: (box.left - left) / width,
      to: (box.right - left) / width,
      width: box.width,
      opacity: Number(getComputedStyle(part).opacity),
    };
  });
};

describe.each([360, 1440])('at %i px', (width) => {
  describe('the card of an idea that reached exit 1', () => {
    const track = () => card().getByRole('img', { name: 'Exit 1 was reached.' });
    beforeEach(async () => {
      const { id } = ideas.publish({ pair: 'EUR/WON', ...unused, ...levels });
      ideas.change(id, { status: 'successful', result_level: 'exit_1', lesson });
      await open(width);
      await expectShown(track());
    });

    it('marks the level reached and fades the rest', () => {
      const parts = listParts(track().element());
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
    });

    it('has labels at their ticks', async () => {
      const line = measure(track());
      for (const [label, name] of [
        ['Invalidation', 'invalidation_level'],
        ['Entry 1', 'entry_1'],
        ['Exit 1', 'exit_1'],
      ] as const) {
        const place = card().getByRole('term').filter({ hasText: label }).element().parentElement!;
        expect(place.innerText).toContain(levels[name]);
        const box = place.getBoundingClientRect();
        // The label's own point at that share is below the tick: the outer labels stay inside the card.
        const anchor = box.x + box.width * share(name);
        expect(Math.abs(anchor - (line.x + line.width * share(name))), label).toBeLessThan(1);
      }
      await expectGone(card().getByText('Exit 2'));
    });

    it('shows the first line of the lesson, cut off where it does not fit', async () => {
      const text = learnt().element();
      const { lineHeight, textOverflow } = getComputedStyle(text);
      expect(measure(learnt()).height / Number.parseFloat(lineHeight)).toBeCloseTo(1, 1);
      expect(textOverflow).toBe('ellipsis');
      await expect.poll(() => readTexts(learnt())).toEqual([FIRST_LINE]);
    });
  });

  it.each([
    ['near', { invalidation_level: '64250.12345678', entry_1: '64250.5', exit_1: '64252' }],
    ['tiny', { invalidation_level: '0.00000805', entry_1: '0.00000812', exit_1: '0.00000880' }],
  ])('keeps long prices of %s levels apart, inside the card', async (_, prices) => {
    const { id } = ideas.publish({ pair: 'EUR/WON', ...prices, ...unused });
    ideas.change(id, { status: 'successful', lesson });
    await open(width);
    expect(labels().elements()).toHaveLength(3);
    let end = 0;
    for (const label of labels().elements()) {
      const { x, right, bottom } = label.getBoundingClientRect();
      expect(x).toBeGreaterThanOrEqual(end);
      expect(bottom).toBeLessThanOrEqual(measure(learnt()).y);
      end = right;
    }
    expect(end).toBeLessThanOrEqual(measure(card()).right);
  });

  it('marks prices that were moved, inside the card', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const noon = new Date(2026, 10, 20, 12);
    vi.setSystemTime(noon.getTime() - 3_600_000);
    const { id } = ideas.publish({ pair: 'EUR/WON', ...unused, ...levels });
    vi.setSystemTime(noon);
    ideas.change(id, { invalidation_level: '1.0830', exit_2: '1.0990' });
    ideas.change(id, { status: 'successful', result_level: 'exit_2', lesson });
    await open(width);
    await expectShown(card().getByRole('img', { name: /Invalidation 1\.0830, moved from 1\.0755\./ }));
    await expect
      .poll(() => readTexts(labels()))
      .toEqual(['Invalidation\n1.0830\nmoved', 'Entry 1\n1.0842', 'Exit 2\n1.0990\nmoved']);
    for (const mark of card().getByText('moved', { exact: true }).elements())
      expect(mark.getBoundingClientRect().bottom).toBeLessThanOrEqual(measure(learnt()).y);
    const times = card().getByRole('term').filter({ hasText: 'Published' });
    expect(measure(learnt()).bottom).toBeLessThan(measure(times).y);
  });
});
