// `npm run bench`: every measurement there is, one after the other; `npm run bench -- W1 S6` those that are named.
import { buildWebApp } from '../scripts/build-web.ts';
import { lineOf, loadNow, writeResults } from './results.ts';
import type { Row } from './row.ts';
import { carousel } from './rows/carousel.ts';
import { comingBack } from './rows/coming-back.ts';
import { fanOutRow, streamMemory } from './rows/fan-out.ts';
import { historyPages } from './rows/history-pages.ts';
import { historyScroll } from './rows/history-scroll.ts';
import { hotList, hotPoll } from './rows/hot-list.ts';
import { lighthouseScores } from './rows/lighthouse-scores.ts';
import { offlineVisit } from './rows/offline-visit.ts';
import { publishLatency } from './rows/publish-latency.ts';
import { startTime } from './rows/start-time.ts';
import { twoProcesses } from './rows/two-processes.ts';
import { webPush } from './rows/web-push.ts';
import { loginWeight, marketWeight } from './rows/web-weight.ts';

const rows: readonly Row[] = [
  hotList,
  hotPoll,
  fanOutRow,
  streamMemory,
  publishLatency,
  historyPages,
  startTime,
  webPush,
  comingBack,
  twoProcesses,
  loginWeight,
  marketWeight,
  lighthouseScores,
  carousel,
  offlineVisit,
  historyScroll,
];

const asked = process.argv.slice(2).map((id) => id.toUpperCase());
const unknown = asked.filter((id) => !rows.some((row) => row.id === id));
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(', ')}; there are ${rows.map(({ id }) => id).join(', ')}.`);
  process.exit(1);
}

// An exit takes along what a row has started; a signal by itself would not.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

await buildWebApp(() => console.log('Building the web app …'));
const fresh = new Map<string, string>();
let failed = false;
for (const row of rows.filter(({ id }) => asked.length === 0 || asked.includes(id))) {
  console.log(`\n${row.id} ${row.what}`);
  const load = loadNow();
  try {
    const finding = await row.measure((line) => console.log(`   ${line}`));
    console.log(`   ${finding.met ? 'met' : 'MISSED'}: ${finding.measured} (target ${row.target})`);
    fresh.set(row.id, lineOf(row, finding, load));
    writeResults(fresh, rows);
  } catch (error) {
    failed = true;
    console.error('   could not be measured:', error);
  }
}
console.log('\nWritten to bench/RESULTS.md');
process.exit(failed ? 1 : 0);
