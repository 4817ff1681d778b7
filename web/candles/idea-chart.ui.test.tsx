import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { getIdeaChart, type IdeaChart } from '../../contract/candles/idea-chart.ts';
import { priceCheckRow } from '../../contract/candles/price-check.fixture.ts';
import { findViolationsInBothThemes } from '../testing/axe.ts';
import { changeConfig } from '../testing/basic-answers.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { FakeReader } from '../testing/fake-reader.ts';
import { openApp, server } from '../testing/open-app.tsx';
import { expectGone, expectShown } from '../testing/page.ts';

changeConfig({ prices: true });

const HOUR = 3_600_000;
let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server());
});

const start = Date.parse('2026-11-20T08:00:00Z');
const chart = (changes: Partial<IdeaChart> = {}): IdeaChart => ({
  source: 'Kraken',
  symbol: 'EURUSD',
  side: 'trade',
  is_demo: false,
  covered_to: Date.now(),
  interval: HOUR,
  touches: [{ level: 'entry_1', from: start, to: start + HOUR, certainty: 'certain' }],
  result: {
    certainty: 'certain',
    outcomes: [{ kind: 'entered', exits: [], invalidation: null }],
    favourable: { low: '1.20', high: '1.20' },
    adverse: { low: '-0.40', high: '-0.40' },
  },
  candles: [0, 1, 2].map((hour) => ({
    at: start + hour * HOUR,
    open: '1.0842',
    high: '1.0861',
    low: '1.0840',
    close: `1.08${50 + hour}`,
  })),
  ...changes,
});
const openIdea = async (answer: IdeaChart | null) => {
  server().on(getIdeaChart, () => answer);
  const { id } = ideas.publish({ pair: 'EUR/USD' });
  await openApp(`/ideas/${id}`);
  await expectShown(page.getByRole('heading', { name: 'Notes' }));
};
const heading = page.getByRole('heading', { name: 'Chart' });

describe('the chart of an idea', () => {
  it('draws the candles, says where they are from and what they prove, and has them as a table (§2.99)', async () => {
    await openIdea(chart());
    await expectShown(page.getByText('1-hour candles of trades in EURUSD from Kraken.'));
    await expect
      .poll(() => document.querySelectorAll('section[aria-labelledby=chart] canvas').length)
      .toBeGreaterThan(0);
    await page.getByText('View as table').click();
    const rows = page.getByRole('region', { name: 'Prices as a table' }).getByRole('row');
    await expect
      .poll(() => rows.elements().map((row) => row.textContent?.slice(-6)))
      .toEqual(['wClose', '1.0852', '1.0851', '1.0850']);
    expect(page.getByText('Made-up demo prices').query()).toBeNull();
    await expectShown(page.getByText('By these prices, entry 1 was reached, and no level since.'));
    await expectShown(page.getByText('Largest moves after the entry: +1.2R for the idea, −0.4R against it.'));
    await expectShown(page.getByRole('list', { name: 'Touched levels' }).getByText('Entry 1 between'));
  });

  it('says that the prices of the demo are made up', async () => {
    await openIdea(chart({ is_demo: true, source: 'Demo prices' }));
    await expectShown(page.getByText('Made-up demo prices'));
  });

  it('says that there are no prices yet', async () => {
    await openIdea(chart({ candles: [] }));
    await expectShown(page.getByText('No prices yet. They appear within a minute or two.'));
  });

  it('lets a reader be told when a level of an open idea is touched (§2.100)', async () => {
    const reader = new FakeReader(server(), ideas);
    await openIdea(chart());
    const alerts = page.getByRole('group', { name: 'Tell me when this level is reached' });
    const entry = alerts.getByRole('button', { name: 'Entry' });
    await expect.element(entry).toHaveAttribute('aria-pressed', 'false');
    await entry.click();
    await alerts.getByRole('button', { name: 'Invalidation' }).click();
    await expect.element(entry).toHaveAttribute('aria-pressed', 'true');
    const kept = () => [...reader.bookmarks.values()].map((entry) => entry.alerts);
    await expect.poll(kept).toEqual([['entry', 'invalidation']]);
    await entry.click();
    await expect.poll(kept).toEqual([['invalidation']]);
    expect(await findViolationsInBothThemes()).toEqual([]);
  });

  it('tells a reader of a closed idea what its check found (§2.102)', async () => {
    server().on(getIdeaChart, () => chart());
    const { id } = ideas.publish({ pair: 'EUR/USD' });
    const closed = ideas.change(id, { status: 'unsuccessful', result_level: 'invalidation_level' });
    ideas.check(
      id,
      priceCheckRow({
        conclusion: 'contradicted',
        status: closed.status,
        result_level: closed.result_level,
        touches: [{ level: 'exit_1', from: start, to: start + 60_000, certainty: 'certain' }],
        result: chart().result,
      }),
      'Another broker.',
    );
    await openApp(`/ideas/${id}`);
    const check = page.getByRole('region', { name: 'Checked by prices' });
    await expectShown(check.getByText(/^Contradicted: exit 1 first, at .* \(Kraken, 1-minute candles\)\.$/));
    await expectShown(check.getByText('Another broker.'));
    await expectShown(page.getByText('Result compared with prices: contradicted'));
    await expectGone(page.getByRole('group', { name: 'Tell me when this level is reached' }));
    ideas.change(id, { status: 'successful' });
    await expectGone(check);
  });

  it('moves with the replay', async () => {
    server().on(getIdeaChart, () => chart());
    const { id } = ideas.publish({
      pair: 'EUR/USD',
      created_at: new Date(start + HOUR).toISOString(),
    } as never);
    ideas.change(id, { status: 'unsuccessful', result_level: 'invalidation_level' });
    await openApp(`/ideas/${id}?replay`);
    const replay = page.getByRole('region', { name: 'Replay' });
    await expect.poll(() => replay.element().querySelectorAll('canvas').length).toBeGreaterThan(0);
  });

  it('is not there without a source, nor when it fails', async () => {
    await openIdea(null);
    await expect.poll(() => server().callsOf(getIdeaChart).length).toBeGreaterThan(0);
    await expectGone(heading);
  });
});
