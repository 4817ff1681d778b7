import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { getIdeaChart, type IdeaChart } from '../../contract/candles/idea-chart.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { openApp, server } from '../testing/open-app.tsx';
import { expectGone, expectShown } from '../testing/page.ts';

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

  it('is not there without a source, nor when it fails', async () => {
    await openIdea(null);
    await expect.poll(() => server().callsOf(getIdeaChart).length).toBeGreaterThan(0);
    await expectGone(heading);
  });
});
