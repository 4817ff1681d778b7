import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Allowed, type AuditReport, judgeAudit } from './judge-audit.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Findings that were looked at: each with its reason and the day it is looked at again. */
const ALLOWED = join(root, 'scripts/audit/allowed.json');
const PATIENCE_MS = 30_000;

const ask = async (): Promise<AuditReport> => {
  const npm = spawn('npm', ['audit', '--json'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  const timer = setTimeout(() => npm.kill(), PATIENCE_MS);
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
 * Asks the registry for known faults of our dependencies. Answers why it could not, where it could not: without a network a
 * check must not fail, and must not seem to have been made.
 * @throws with one line for each grave finding without a reason.
 */
export const auditDependencies = async (): Promise<string | undefined> => {
  const report = await ask();
  const allowed = JSON.parse(readFileSync(ALLOWED, 'utf8')) as Allowed[];
  const findings = judgeAudit(report, allowed, new Date().toISOString().slice(0, 10));
  if (findings === null) return report.message ?? 'the registry did not answer';
  if (findings.length > 0) throw new Error(findings.join('\n'));
  return undefined;
};

if (import.meta.main) {
  await auditDependencies().then(
    (skipped) =>
      console.log(
        skipped === undefined ? 'No grave finding without a reason.' : `Dependency audit skipped: ${skipped}`,
      ),
    (error: Error) => {
      console.error(error.message);
      process.exitCode = 1;
    },
  );
}
