import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { getIdeaChart } from '../../contract/candles/idea-chart.ts';
import { changeConfig } from '../testing/basic-answers.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { openApp, server } from '../testing/open-app.tsx';
import { expectShown } from '../testing/page.ts';

changeConfig({ prices: false });

it('says what follows from prices that are not shown, and from where they are', async () => {
  const { id } = new FakeIdeas(server()).publish({ pair: 'EUR/USD' });
  const at = Date.parse('2026-11-20T08:00:00Z');
  server().on(getIdeaChart, () => ({
    source: 'OANDA',
    symbol: 'EUR_USD',
    side: 'bid' as const,
    is_demo: false,
    covered_to: Date.now(),
    interval: 3_600_000,
    touches: [{ level: 'entry_1' as const, from: at, to: at + 60_000, certainty: 'certain' as const }],
    result: {
      certainty: 'certain' as const,
      outcomes: [{ kind: 'entered' as const, exits: [], invalidation: null }],
      favourable: null,
      adverse: null,
    },
    candles: [],
  }));
  await openApp(`/ideas/${id}`);
  await expectShown(page.getByRole('heading', { name: 'Prices' }));
  await expectShown(page.getByText('By these prices, entry 1 was reached, and no level since.'));
  await expectShown(page.getByRole('list', { name: 'Touched levels' }).getByText('Entry 1 at'));
  await expectShown(page.getByText('From bid prices in EUR_USD at OANDA.'));
  for (const absent of ['Chart', 'View as table', 'No prices yet. They appear within a minute or two.'])
    expect(page.getByText(absent, { exact: true }).query()).toBeNull();
});
