// `npm test`: all checks and the fast levels of the tests (scripts/test-levels.ts), all of them even when one fails.
// `npm run test:slow`: the slow level. `npm run test:all`: both. Each ends with one line, `N passed, N failed`.
// `npm test -- <part of a file name>` runs only the tests of those files.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditDependencies } from './audit/audit-dependencies.ts';
import { buildWebApp } from './build-web.ts';
import { findOrInstallChromium } from './find-chromium.ts';
import type { LevelName } from './test-levels.ts';

type Count = { passed: number; failed: number };
type Result = { code: number; output: string };

const root = fileURLToPath(new URL('..', import.meta.url));
const [scope = 'fast', ...filters] = process.argv.slice(2);
const reports = mkdtempSync(join(tmpdir(), 'chartlark-report-'));
const started = performance.now();
const total: Count = { passed: 0, failed: 0 };
/** Checks and tests, named again at the end: their output is thousands of lines up. */
const failures: string[] = [];
const running = new Set<ChildProcess>();

const seconds = (startedAt: number) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

/** Runs a program; its output is streamed to the terminal, or returned. */
const execute = (program: string, args: string[], show: boolean): Promise<Result> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: environment });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        if (show) process.stdout.write(chunk);
        else output += chunk;
      });
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });

/** Environment of the programs: colours only on a terminal. */
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
};

/** One check that passes or fails as a whole; it throws its output. */
const check = async (name: string, run: () => Promise<unknown>) => {
  const startedAt = performance.now();
  try {
    await run();
    total.passed++;
    console.log(`✓ ${name} (${seconds(startedAt)})`);
  } catch (error) {
    total.failed++;
    failures.push(name);
    console.log(`✗ ${name} (${seconds(startedAt)})\n${(error as Error).message.trimEnd()}\n`);
  }
};

/** The audit needs the registry. Without it, the audit is reported as skipped and not counted. */
const audit = async () => {
  const startedAt = performance.now();
  const skipped = await auditDependencies().catch((error: Error) => error);
  if (typeof skipped === 'string')
    console.log(`– Dependency audit skipped: ${skipped} (${seconds(startedAt)})`);
  else
    await check('Dependency audit', async () => {
      if (skipped) throw skipped;
    });
};

/** npm puts the packages' programs on the PATH. */
const succeed = async (program: string, ...args: string[]) => {
  const { code, output } = await execute(program, args, false);
  if (code !== 0) throw new Error(output.trim());
};

/** Counts tests from Vitest's report. A file that fails outside of its tests counts as one failure. */
const runTests = async (level: LevelName): Promise<Count> => {
  const report = join(reports, `${level}.json`);
  const args = ['run', '--project', level, ...filters, '--passWithNoTests'];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await execute('vitest', [...args, ...reporters], true);
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests: passed, testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  const described = testResults.flatMap(describeFailures);
  failures.push(...described);
  const failed = described.length;
  // An unhandled error fails the run without failing any test.
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
};

type VitestReport = {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

/** The failed tests of a file with the first line of their errors; or its own error: it did not load, or a hook failed. */
const describeFailures = ({
  name,
  status,
  message,
  assertionResults,
}: VitestReport['testResults'][number]): string[] => {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [`${file}: ${message}`];
  return failed.map(
    ({ fullName, failureMessages }) => `${file}: ${fullName}\n  ${failureMessages[0]?.split('\n', 1)[0]}`,
  );
};

/** Runs levels one after the other: each keeps two cores busy. Returns the number of tests. */
const countTests = async (levels: LevelName[]): Promise<number> => {
  let count = 0;
  for (const level of levels) {
    console.log(`\nTests: ${level}`);
    const { passed, failed } = await runTests(level);
    total.passed += passed;
    total.failed += failed;
    count += passed + failed;
  }
  return count;
};

const runChecks = async () => {
  await check('Types', () => succeed('npm', 'run', '--silent', 'types'));
  await check('Lint', () => succeed('biome', 'check'));
  await audit();
  await check('Import rules', () =>
    succeed('depcruise', 'contract', 'server', 'web', '--config', '.dependency-cruiser.cjs'),
  );
};

const runEverything = async () => {
  if (scope !== 'slow' && filters.length === 0) await runChecks();
  await check('Web build', () => buildWebApp());
  await check('A browser', async () => {
    environment.CHROME_PATH = findOrInstallChromium();
  });
  let tests = 0;
  if (scope !== 'slow') tests += await countTests(['unit', 'ui', 'server', 'e2e']);
  if (scope !== 'fast') tests += await countTests(['slow']);
  if (tests === 0) {
    total.failed++;
    console.log('✗ No test ran at all.');
  }
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(1);
  });
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
await runEverything();
console.log(`\nTook ${seconds(started)}`);
for (const name of failures) console.log(`✗ ${name}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
