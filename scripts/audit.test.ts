import { describe, expect, it } from 'vitest';
import { type AuditReport, judgeAudit } from './audit/judge-audit.ts';

const advisory = (name: string, severity: string) => ({
  name,
  severity,
  title: `A fault of ${name}`,
  url: `https://advisories.example/${name}`,
});
const report = (...advisories: ReturnType<typeof advisory>[]): AuditReport => ({
  vulnerabilities: Object.fromEntries([
    ...advisories.map((one) => [one.name, { severity: one.severity, via: [one] }]),
    // Whatever uses a faulty package is listed too, by its name alone.
    ['user-of-it', { severity: 'critical', via: advisories.map(({ name }) => name) }],
  ]),
});
const today = '2026-11-21';

describe('the audit of dependencies', () => {
  it('fails on what is grave, and names it once', () => {
    const findings = judgeAudit(
      report(advisory('a', 'critical'), advisory('b', 'high'), advisory('c', 'moderate')),
      [],
      today,
    );
    expect(findings).toEqual([
      'critical: a: A fault of a https://advisories.example/a',
      'high: b: A fault of b https://advisories.example/b',
    ]);
  });

  it('lets pass what has a reason, until its day', () => {
    const allowed = (until: string) => [
      { url: 'https://advisories.example/a', reason: 'never reached', until },
    ];
    expect(judgeAudit(report(advisory('a', 'high')), allowed('2026-11-21'), today)).toEqual([]);
    expect(judgeAudit(report(advisory('a', 'high')), allowed('2026-11-20'), today)).toEqual([
      'high: a: A fault of a https://advisories.example/a (was allowed until 2026-11-20: never reached)',
    ]);
    expect(judgeAudit(report(advisory('b', 'high')), allowed('2026-11-21'), today)).toHaveLength(1);
  });

  it('says that it was not made where the registry did not answer', () => {
    expect(judgeAudit({ message: '405 Method Not Allowed' }, [], today)).toBeNull();
    expect(judgeAudit({ vulnerabilities: {} }, [], today)).toEqual([]);
  });
});
