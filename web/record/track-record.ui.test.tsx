import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listPublicProfiles } from '../../contract/account/profiles.ts';
import { openDashboard, ownCard } from '../testing/educator-form.ts';
import { FakeRecords, lost, won } from '../testing/fake-records.ts';
import { expectFocus, press, tabTo, use } from '../testing/keyboard.ts';
import { educator, openApp, server } from '../testing/open-app.tsx';
import { expectGone, expectLive, expectShown, measure, readTexts, resize } from '../testing/page.ts';

/** An educator's results: reported when ideas are closed, and counted publicly. */
let records: FakeRecords;
beforeEach(() => {
  records = new FakeRecords(server());
  server().on(listPublicProfiles, () => []);
});
const add: FakeRecords['add'] = (...args) => records.add(...args);

const RECORD = '/customer/educators/2';
const summary = () => page.getByRole('region', { name: 'Summary' });
const sentence = () => summary().getByText(/^\d+ ideas, \d+ closed: /);
const bars = () => page.getByRole('list', { name: 'Results, oldest first' }).getByRole('link');
const disclosure = (title: string) => page.getByRole('heading', { name: title });
const allIdeas = () => page.getByRole('region', { name: 'All ideas' });

describe('closing an idea', () => {
  const card = () => ownCard('closed with a result');
  const question = () => card().getByRole('form', { name: 'Result' });
  let id: string;
  beforeEach(async () => {
    const levels = { entry_1: '100', entry_2: null, invalidation_level: '90', exit_1: '110', exit_2: '130' };
    id = add('DOT/USDT', undefined, { ...levels, exit_3: null, notes: 'closed with a result' });
    await openDashboard();
  });

  it('asks for the level reached, accepts the proposal with one click, and shows it', async () => {
    await card().getByRole('button', { name: 'Mark successful' }).click();
    await expect.element(question().getByRole('radio', { name: 'Exit 1' })).toBeChecked();
    await expectGone(question().getByRole('radio', { name: 'Exit 3' }));
    expect(records.ideas.rows.get(id)).toMatchObject({ status: 'successful', result_level: null });
    await question().getByRole('radio', { name: 'Exit 2' }).click();
    await question().getByLabelText('Lesson learned').fill('The second retest was the better entry.');
    await question().getByRole('button', { name: 'Save result' }).click();
    await expectShown(card().getByText('Exit 2 · +3R'));
    await expectShown(card().getByText('The second retest was the better entry.'));
    await card().getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('dialog', { name: 'DOT/USDT change history' });
    await expectShown(history.getByText('Level reached'));
    await expectShown(history.getByText('Published'));
  });

  it('proposes the invalidation of an unsuccessful idea, and lets the result be added later', async () => {
    await card().getByRole('button', { name: 'Mark unsuccessful' }).click();
    await expect.element(question().getByRole('radio', { name: /^Invalidation [\d.]/ })).toBeChecked();
    await question().getByRole('button', { name: 'Skip' }).click();
    await expectShown(card().getByRole('button', { name: 'Add result' }));
    expect(records.ideas.rows.get(id)).toMatchObject({ status: 'unsuccessful', result_level: null });
  });
});

describe("an educator's track record", () => {
  it('opens from the idea card, and explains how it is calculated', async () => {
    add('EUR/USD');
    add('EUR/GBP', { status: 'completed', result_level: null });
    await openApp('/customer/forex');
    await page.getByRole('article').first().getByTitle('Track record').click();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Daniel Brandt' }));
    expect(location.pathname).toBe(RECORD);
    await expectShown(page.getByText('Past results do not predict future results.'));
    await disclosure('Results by exit plan').click();
    await expectShown(page.getByText('Shown after 20 results').first());
    await expectShown(page.getByText('1 completed, 1 active.'));
    await disclosure('How we calculate this').click();
    await expectShown(page.getByText('Every idea counts'));
  });

  it('draws the results, and keeps a deleted idea, also while it is open', async () => {
    add('EUR/USD', won);
    const open = add('EUR/GBP');
    await openApp(RECORD);
    await expectLive();
    await expectShown(page.getByCss('canvas').first());
    await expect
      .element(sentence())
      .toHaveTextContent('2 ideas, 1 closed: 1 reached exit 1; +0.91R if closed at exit 1');
    await expectShown(summary().getByText('Deleted ideas still count: 0.'));
    records.ideas.remove(open);
    await expectShown(summary().getByText('Deleted ideas still count: 1.'));
    await expect
      .element(sentence())
      .toHaveTextContent(
        '2 ideas, 2 closed: 1 reached exit 1, 1 not recorded; −0.05R to +0.91R on average if closed at exit 1',
      );
  });

  it('lists the idea that closed last first, and those that are open last', async () => {
    const [first, second] = [add('EUR/USD'), add('EUR/GBP')];
    add('EUR/CHF');
    records.ideas.change(second, won);
    records.ideas.change(first, lost);
    await openApp(RECORD);
    const pairs = () =>
      allIdeas()
        .getByRole('rowheader')
        .elements()
        .map((cell) => cell.querySelector('bdi')?.textContent);
    await expect.poll(pairs).toEqual(['EUR/USD', 'EUR/GBP', 'EUR/CHF']);
  });

  it("shows the educator's own record above their ideas", async () => {
    add('EUR/USD', won);
    await openApp('/educator/dashboard', { as: educator });
    const own = page.getByRole('region', { name: 'Your track record' });
    await expect.poll(() => readTexts(own.getByCss('dd'))).toEqual(['0', '1', '1 of 1', '+0.91R']);
  });

  it('does not exist for somebody who is not an educator', async () => {
    await openApp('/customer/educators/9');
    await expectShown(page.getByRole('heading', { name: 'Page Not Found' }));
  });

  it('shows one sentence and a bar for each closed idea, in the order of closing', async () => {
    const [first, second] = [add('EUR/USD'), add('EUR/GBP')];
    add('EUR/CHF', lost);
    records.ideas.change(second, won);
    records.ideas.change(first, lost);
    add('EUR/NOK');
    await openApp(RECORD);
    await expect
      .element(sentence())
      .toHaveTextContent(
        '4 ideas, 3 closed: 1 reached exit 1, 2 stopped at invalidation; −0.36R on average if closed at exit 1',
      );
    const names = () =>
      bars()
        .elements()
        .map((bar) => bar.getAttribute('aria-label') ?? '');
    await expect
      .poll(() => names().map((name) => name.split(',')[0]))
      .toEqual(['EUR/CHF', 'EUR/GBP', 'EUR/USD']);
    for (const name of names()) expect(name).toMatch(/^\S+, [+−]\d(\.\d)?R, closed \d+ \w+ \d{4}$/);
    await bars().first().click();
    await expectShown(page.getByRole('heading', { level: 1, name: 'EUR/CHF' }));
    expect(location.pathname).toMatch(/^\/ideas\//);
  });

  it('leads from the row of an open idea to its page', async () => {
    const id = add('CAD/JPY');
    await openApp(RECORD);
    await allIdeas().getByRole('link', { name: 'CAD/JPY' }).click();
    await expectShown(page.getByRole('heading', { level: 1, name: 'CAD/JPY' }));
    expect(location.pathname).toBe(`/ideas/${id}`);
  });

  it('says which idea was reopened, and which had another pair when it was published', async () => {
    const [renamed, reopened] = [add('GBP/USD', won), add('EUR/USD', lost)];
    for (const changes of [{ status: 'active' } as const, won]) records.ideas.change(reopened, changes);
    // A ledger from before the pair was locked.
    const { revisions } = records.ideas;
    revisions.push({
      ...revisions.findLast(({ idea_id }) => idea_id === renamed)!,
      number: revisions.length + 1,
      version: 3,
      changes: [{ field: 'pair', old: 'GBP/USD', new: 'DOGE/USDT' }],
    });
    await openApp(RECORD);
    const row = (name: string) => allIdeas().getByRole('row').filter({ hasText: name });
    await expectShown(row('DOGE/USDT').getByText('Pair changed after publishing: was GBP/USD'));
    await expectShown(row('EUR/USD').getByText('Successful (reopened)'));
  });

  it('begins no line of its sentence with a punctuation mark', async () => {
    for (let count = 0; count < 12; count++) add('EUR/USD', count % 3 ? won : lost);
    await openApp(RECORD);
    await expectShown(sentence());
    const broken: string[] = [];
    for (let width = 320; width < 880; width += 16) {
      await resize({ width, height: 800 });
      broken.push(...findBrokenPunctuation(sentence().element()).map((text) => `${width} px: ${text}`));
    }
    expect(broken).toEqual([]);
  });

  it.each([360, 768, 1440])('fits %i px, and says once that an idea is active', async (width) => {
    add('EUR/USD', won);
    add('A-LONG-PAIR-NAME/USDT');
    await openApp(RECORD, { size: { width, height: 900 } });
    const row = allIdeas().getByRole('row').filter({ hasText: 'active' }).first();
    await expectShown(row);
    const { scrollWidth, clientWidth } = allIdeas().element();
    expect(scrollWidth).toBe(clientWidth);
    await expect.poll(() => readTexts(row)[0]?.match(/active/gi)).toHaveLength(1);
  });

  describe('by keyboard', () => {
    beforeEach(async () => {
      for (let count = 0; count < 26; count++) add(`NO/${count}`, count < 4 ? won : undefined);
      await openApp(RECORD);
      await expectShown(sentence());
    });

    it('makes the results one tab stop whose focus follows the arrow keys', async () => {
      await tabTo(bars().last());
      await press('ArrowLeft');
      await expectFocus(bars().nth(2));
      await press('Home');
      await expectFocus(bars().first());
      await press('Tab');
      await expectFocus(page.getByRole('button', { name: 'Cumulative R', exact: true }));
      await press('Shift+Tab');
      await expectFocus(bars().first());
      await tabTo(page.getByRole('link', { name: 'Back to Markets' }), 'back');
      await press('Enter');
      await expect.poll(() => location.pathname).toBe('/customer/dashboard');
    });

    it('chooses an exit plan, and opens the chart as a table', async () => {
      await use(page.getByText('Exit plan: All out at exit 1'));
      const rule = page.getByRole('radio', { checked: true });
      await tabTo(rule);
      await press('ArrowRight');
      await expectFocus(rule);
      await expectShown(allIdeas().getByRole('columnheader', { name: 'Scale out evenly' }));
      const curve = page.getByText('View as table');
      await use(curve);
      await expectShown(page.getByRole('region', { name: 'Cumulative R as a table' }));
      await expectFocus(curve);
    });

    it('shows all ideas, and the results by exit plan', async () => {
      const rows = () => allIdeas().getByRole('row').elements().length;
      const before = rows();
      await use(page.getByRole('button', { name: /^Show all/ }));
      await expect.poll(rows).toBeGreaterThan(before);
      await expectFocus(allIdeas());
      (page.getByCss('summary').filter({ hasText: 'Results by exit plan' }).element() as HTMLElement).focus();
      await press('Enter', 'Tab');
      await tabTo(page.getByRole('region', { name: 'Exit plans' }));
    });
  });
});

/** Where punctuation begins a line, with the text that follows. */
const findBrokenPunctuation = (element: Element): string[] => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  const range = document.createRange();
  let before: DOMRect | undefined;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.textContent ?? '';
    for (let at = 0; at < text.length; at++) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      if (/[,.;:)]/.test(text.charAt(at)) && before && box.top > before.bottom - 4)
        broken.push(text.slice(at, at + 12));
      if (box.width > 0) before = box;
    }
  }
  return broken;
};

describe('the charts of a record', () => {
  it('draw the strip over the whole card, and one line where best and worst agree', async () => {
    add('EUR/USD', won);
    add('GBP/USD', lost);
    add('USD/CHF');
    await openApp(RECORD);
    await expectShown(bars().first());
    const strip = page.getByRole('list', { name: 'Results, oldest first' });
    expect(measure(bars().last()).right).toBeCloseTo(measure(strip).right, 0);
    const legend = page.getByCss('p').filter({ hasText: 'Worst case' });
    await expectGone(legend);
    // Closed ideas come first, the last closed on top.
    await expect
      .poll(() => readTexts(allIdeas().getByRole('rowheader').getByRole('link')))
      .toEqual(['GBP/USD', 'EUR/USD', 'USD/CHF']);
    await expectShown(summary().getByText(/from 20 results on; there are 2\./));
    await page.getByText('Exit plan: All out at exit 1').click();
    await page.getByRole('radio', { name: 'Hold to last exit' }).click();
    await expectShown(legend);
  });
});
