// `npm run soak`: runs the reliability tests of docs/reliability.md in full length and writes bench/SOAK.md. Interrupted
// and started again, it skips what passed at the same commit. `npm run soak -- R1 R8` runs some rows in any case;
// `--share 0.1` a tenth of the full size.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A row and its tests, by file and part of their title. */
type Row = { id: string; what: string; full: string; files: string[]; name?: string };

const rows: Row[] = [
  {
    id: 'R1',
    what: 'kill -9 of the application while ideas are published',
    full: '100 kills',
    files: ['server/live/crash.slow.test.ts'],
    name: 'loses and duplicates no acknowledged idea',
  },
  {
    id: 'R2',
    what: 'kill -9 of every PostgreSQL process',
    full: '50 kills',
    files: ['server/live/crash.slow.test.ts'],
    name: 'loses nothing when PostgreSQL is killed',
  },
  {
    id: 'R3',
    what: '50 writers with pauses before the feed’s UPDATE, some rolled back',
    full: '100,000 events',
    files: ['server/live/feed-follower.slow.test.ts'],
    name: 'changes of 50 concurrent writers',
  },
  {
    id: 'R4',
    what: 'snapshot and events against a fresh snapshot',
    full: '1,000 histories',
    files: ['server/ideas/ideas-snapshot.test.ts'],
  },
  {
    id: 'R5',
    what: 'the LISTEN connection is killed',
    full: '30 kills',
    files: ['server/live/feed-follower.slow.test.ts'],
    name: 'after its connection is killed',
  },
  {
    id: 'R6',
    what: 'a tenth of the readers stop reading',
    full: 'as in npm test',
    files: ['server/live/live-hub.test.ts'],
    name: 'disconnects a stalled reader',
  },
  {
    id: 'R7',
    what: 'the disk is full',
    full: 'as in npm test',
    files: ['server/database/disk-full.slow.test.ts'],
  },
  {
    id: 'R8',
    what: 'requests made from the API page, malformed and oversized',
    full: '10,000 requests',
    files: ['server/security/fuzz.slow.test.ts', 'server/security/hostile-inputs.test.ts'],
  },
  {
    id: 'R9',
    what: 'every route and every kind of caller',
    full: 'as in npm test',
    files: ['server/http/role-matrix.test.ts'],
  },
  {
    id: 'R10',
    what: 'attempts to sign in',
    full: '10,000 attempts',
    files: ['server/account/sessions/sign-in-storm.slow.test.ts'],
  },
  {
    id: 'R11',
    what: 'a push service that answers everything there is',
    full: 'as in npm test',
    files: [
      'server/notifications/delivery/delivery.test.ts',
      'server/notifications/delivery/workers.slow.test.ts',
    ],
  },
  {
    id: 'R12',
    what: 'two applications on one folder, root, old data',
    full: 'as in npm test',
    files: ['server/database/embedded-postgres.slow.test.ts'],
  },
  {
    id: 'R13',
    what: 'password guesses from one network, while the owner signs in',
    full: 'as in npm test',
    files: ['server/account/sessions/sign-in-limits.test.ts'],
  },
  {
    id: 'R14',
    what: 'one person repeats every call, and asks for lists of 10,000 rows',
    full: '2,000 of each call',
    files: [
      'server/security/flood.slow.test.ts',
      'server/security/long-lists.test.ts',
      'server/http/rate-limiter.test.ts',
      'server/media/upload-limits.test.ts',
      'server/live/live-frames.test.ts',
    ],
  },
  {
    id: 'R15',
    what: 'PostgreSQL, the bucket, a push service or the mail server is frozen',
    full: 'as in npm test',
    files: [
      'server/operations/health.slow.test.ts',
      'server/account/mail/mailer.slow.test.ts',
      'server/media/frozen-bucket.slow.test.ts',
      'server/media/s3-store.test.ts',
      'server/notifications/delivery/delivery.test.ts',
    ],
  },
  {
    id: 'R16',
    what: 'each file of the web app fails to load once',
    full: 'as in npm test',
    files: ['e2e/failed-files.slow.test.ts'],
  },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const report = join(root, 'bench', 'SOAK.md');
const HEADING = '| row | what | size | result | took | when, commit |\n| --- | --- | --- | --- | --- | --- |';

const args = process.argv.slice(2);
const shareAt = args.indexOf('--share');
const share = shareAt === -1 ? 1 : Number(args[shareAt + 1]);
const named = args.filter((_arg, index) => index !== shareAt && (shareAt === -1 || index !== shareAt + 1));
const unknown = named.filter((id) => !rows.some((row) => row.id === id));
if (unknown.length > 0 || !(share > 0 && share <= 1)) {
  console.error(
    `There is no ${unknown.join(', ') || `share of ${args[shareAt + 1]}`}. Rows: ${rows.map(({ id }) => id).join(' ')}`,
  );
  process.exit(1);
}

type VitestReport = { numPassedTests: number; numFailedTests: number; success: boolean };

/** Commit of the measured code; empty where git does not know it or files are changed. */
const readCommit = (): string => {
  const git = (...command: string[]) => execFileSync('git', command, { cwd: root, encoding: 'utf8' }).trim();
  try {
    return git('status', '--porcelain', '--', ':!bench/*.md') === ''
      ? git('rev-parse', '--short', 'HEAD')
      : '';
  } catch {
    return '';
  }
};
const commit = readCommit();

const run = async (row: Row): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'chartlark-soak-'));
  const output = join(folder, 'report.json');
  const vitest = spawn(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--project', 'server', '--project', 'slow', ...row.files]
      .concat(['--reporter=default', '--reporter=json', `--outputFile.json=${output}`])
      .concat(row.name === undefined ? [] : ['-t', row.name]),
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, SOAK: String(share) },
    },
  );
  await once(vitest, 'close');
  const found = existsSync(output) ? (JSON.parse(readFileSync(output, 'utf8')) as VitestReport) : undefined;
  rmSync(folder, { recursive: true, force: true });
  if (!found || found.numPassedTests + found.numFailedTests === 0) return '**did not run**';
  return found.success ? `${found.numPassedTests} passed` : `**${found.numFailedTests} failed**`;
};

/** The report keeps the last result of each row. */
const lines = new Map(
  (existsSync(report) ? readFileSync(report, 'utf8') : '').split('\n').flatMap((line) => {
    const id = /^\| (R\d+) /.exec(line)?.[1];
    return id === undefined ? [] : [[id, line] as const];
  }),
);
for (const row of rows) {
  if (named.length > 0 && !named.includes(row.id)) continue;
  const size = share === 1 || row.full.startsWith('as in') ? row.full : `${share * 100} % of ${row.full}`;
  const line = lines.get(row.id);
  const hasPassed =
    line?.includes(`| ${size} |`) && line.includes('passed |') && line.endsWith(` ${commit} |`);
  if (named.length === 0 && commit !== '' && hasPassed) {
    console.log(`${row.id} passed at this commit`);
    continue;
  }
  const since = performance.now();
  const result = await run(row);
  const took = `${Math.round((performance.now() - since) / 1000)} s`;
  const when = new Date().toISOString().slice(0, 10);
  lines.set(
    row.id,
    `| ${row.id} | ${row.what} | ${size} | ${result} | ${took} | ${`${when} ${commit}`.trim()} |`,
  );
  const ordered = rows.flatMap(({ id }) => lines.get(id) ?? []);
  const machine = `Last run on ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}.`;
  writeFileSync(
    report,
    `# Soak\n\n\`npm run soak\` writes this (docs/reliability.md).\n${machine}\n\n${HEADING}\n${ordered.join('\n')}\n`,
  );
  if (result.startsWith('**')) process.exitCode = 1;
}
