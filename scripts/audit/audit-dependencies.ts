import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Allowed, type AuditReport, findViolations } from './find-violations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Accepted advisories, each with a reason and a review date. */
const ALLOWED = join(root, 'scripts/audit/allowed.json');
const TIMEOUT_MS = 30_000;

const runAudit = async (): Promise<AuditReport> => {
  const npm = spawn('npm', ['audit', '--json'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  const timer = setTimeout(() => npm.kill(), TIMEOUT_MS);
  const gone = new Promise<string>((resolve) => npm.on('error', () => resolve('')));
  const answer = await Promise.race([text(npm.stdout), gone]);
  clearTimeout(timer);
  try {
    return JSON.parse(answer) as AuditReport;
  } catch {
    return {};
  }
};

/**
 * Runs npm audit. Returns the reason if it could not run: without a network the check must not fail, but must not
 * seem to have run either.
 * @throws with one line per severe advisory that is not allowed.
 */
export const auditDependencies = async (): Promise<string | undefined> => {
  const report = await runAudit();
  const allowed = JSON.parse(readFileSync(ALLOWED, 'utf8')) as Allowed[];
  const findings = findViolations(report, allowed, new Date().toISOString().slice(0, 10));
  if (findings === null) return report.message ?? 'the registry did not answer';
  if (findings.length > 0) throw new Error(findings.join('\n'));
  return undefined;
};

if (import.meta.main) {
  await auditDependencies().then(
    (skipped) =>
      console.log(
        skipped === undefined ? 'No unaccepted severe advisories.' : `Dependency audit skipped: ${skipped}`,
      ),
    (error: Error) => {
      console.error(error.message);
      process.exitCode = 1;
    },
  );
}
