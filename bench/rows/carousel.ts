import { type BenchServer, openBenchServers, signIn } from '../bench-servers.ts';
import {
  customerPage,
  formatLongestTask,
  launchBrowser,
  slowCpu,
  smoothness,
  watchSmoothness,
} from '../browser.ts';
import type { Row } from '../row.ts';

const IDEAS = 300;
const SLOWDOWN = 4;
const MAX_CLS = 0.02;
const STEPS = 12;

const insertActive = (database: BenchServer['database']) =>
  database.pool.query(
    `insert into trade_ideas (id, educator_id, educator_name, pair, time_frame, order_type, idea_type, market_type,
       entry_1, entry_2, invalidation_level, exit_1, exit_2, exit_3, status, notes, created_at, updated_at, version)
     select gen_random_uuid(), (1 + i % 7)::text, 'Somebody', 'EUR/USD', '4H', 'BUY', 'Leverage', 'Forex',
       1.0842, 1.0811, 1.0755, 1.0921, 1.0985, 1.1062, 'active', repeat('Reasons of an idea. ', 12),
       now() - make_interval(days => 1, mins => i), now() - make_interval(days => 1, mins => i), 1
     from generate_series(1, $1::int) i`,
    [IDEAS],
  );

const publish = async (url: string, token: string) => {
  const idea = { pair: 'AUD/NZD', time_frame: '4H', market_type: 'Forex', entry_1: '1.0842' };
  const answer = await fetch(`${url}/api/trade-ideas`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...idea, invalidation_level: '1.0755', exit_1: '1.0921' }),
  });
  if (!answer.ok) throw new Error(`Publishing answered ${answer.status}`);
};

/** W4: arrow keys, a drag, and a new idea arriving, on a slow device. */
export const carousel: Row = {
  id: 'W4',
  what: `carousel with ${IDEAS} ideas at ${SLOWDOWN}x CPU slowdown: arrow, drag, new idea arriving`,
  target: `no task over 50 ms, CLS ≤ ${MAX_CLS}`,
  measure: async (say) => {
    const servers = await openBenchServers();
    const browser = await launchBrowser();
    try {
      const { url } = await servers.start(insertActive);
      // Before the measurement: checking a password takes both cores.
      const token = await signIn(url, 'educator1@demo.test', 'teach-to-trade');
      const page = await customerPage(browser, url);
      await page.goto('/customer/forex');
      await page.getByText('Live', { exact: true }).waitFor();
      await page.getByRole('article').first().waitFor();
      await page.waitForTimeout(2_000);
      // Waits for precaching, which happens once on the first visit.
      await page.evaluate(() =>
        navigator.serviceWorker?.getRegistration().then((found) => found && navigator.serviceWorker.ready),
      );
      await slowCpu(page, SLOWDOWN);

      const actions = {
        arrow: async () => {
          for (let step = 0; step < STEPS; step++) {
            await page.keyboard.press('ArrowRight');
            await page.waitForTimeout(400);
          }
        },
        drag: async () => {
          await page.mouse.move(720, 500);
          await page.mouse.down();
          await page.mouse.move(300, 500, { steps: 25 });
          await page.mouse.up();
          await page.waitForTimeout(1_000);
        },
        'new idea': async () => {
          await publish(url, token);
          await page.getByText('New idea: AUD/NZD').first().waitFor({ state: 'attached' });
          await page.waitForTimeout(1_000);
        },
      };
      const found: string[] = [];
      let [met, shift] = [true, 0];
      for (const [name, act] of Object.entries(actions)) {
        await watchSmoothness(page);
        await act();
        const seen = await smoothness(page);
        shift += seen.shift;
        met &&= seen.longest === 0;
        found.push(`${name}: ${formatLongestTask(seen.longest)}`);
        say(found.at(-1)!);
      }
      return { measured: `${found.join(', ')}; CLS ${shift.toFixed(3)}`, met: met && shift <= MAX_CLS };
    } finally {
      await browser.close();
      await servers.close();
    }
  },
};
