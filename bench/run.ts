// `npm run bench`: runs all measurements; `npm run bench -- W1 S6` those named.
import { buildWebApp } from '../scripts/build-web.ts';
import { formatLine, formatLoad, writeResults } from './results.ts';
import type { Row } from './row.ts';
import { cachedListRow, cachedPollRow } from './rows/cached-list.ts';
import { candles } from './rows/candles.ts';
import { carousel } from './rows/carousel.ts';
import { fanOutRow, streamMemory } from './rows/fan-out.ts';
import { historyPages } from './rows/history-pages.ts';
import { historyScroll } from './rows/history-scroll.ts';
import { lighthouseScores } from './rows/lighthouse-scores.ts';
import { offlineVisit } from './rows/offline-visit.ts';
import { publishLatency } from './rows/publish-latency.ts';
import { reconnectRow } from './rows/reconnect.ts';
import { startTime } from './rows/start-time.ts';
import { twoProcesses } from './rows/two-processes.ts';
import { webPush } from './rows/web-push.ts';
import { loginWeight, marketWeight } from './rows/web-weight.ts';

const rows: readonly Row[] = [
  cachedListRow,
  cachedPollRow,
  fanOutRow,
  streamMemory,
  publishLatency,
  historyPages,
  startTime,
  webPush,
  reconnectRow,
  twoProcesses,
  loginWeight,
  marketWeight,
  lighthouseScores,
  carousel,
  offlineVisit,
  historyScroll,
  candles,
];

const asked = process.argv.slice(2).map((id) => id.toUpperCase());
const unknown = asked.filter((id) => !rows.some((row) => row.id === id));
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(', ')}; there are ${rows.map(({ id }) => id).join(', ')}.`);
  process.exit(1);
}

// Exiting stops child processes; a signal alone would not.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

await buildWebApp(() => console.log('Building the web app …'));
const fresh = new Map<string, string>();
let failed = false;
for (const row of rows.filter(({ id }) => asked.length === 0 || asked.includes(id))) {
  console.log(`\n${row.id} ${row.what}`);
  const load = formatLoad();
  try {
    const finding = await row.measure((line) => console.log(`   ${line}`));
    console.log(`   ${finding.met ? 'met' : 'MISSED'}: ${finding.measured} (target ${row.target})`);
    fresh.set(row.id, formatLine(row, finding, load));
    writeResults(fresh, rows);
  } catch (error) {
    failed = true;
    console.error('   could not be measured:', error);
  }
}
console.log('\nWritten to bench/RESULTS.md');
process.exit(failed ? 1 : 0);
