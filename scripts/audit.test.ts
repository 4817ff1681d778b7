import { describe, expect, it } from 'vitest';
import { type AuditReport, findViolations } from './audit/find-violations.ts';

const advisory = (name: string, severity: string) => ({
  name,
  severity,
  title: `A vulnerability of ${name}`,
  url: `https://advisories.example/${name}`,
});
const report = (...advisories: ReturnType<typeof advisory>[]): AuditReport => ({
  vulnerabilities: Object.fromEntries([
    ...advisories.map((one) => [one.name, { severity: one.severity, via: [one] }]),
    // Dependents of a vulnerable package are listed too, by name only.
    ['user-of-it', { severity: 'critical', via: advisories.map(({ name }) => name) }],
  ]),
});
const today = '2026-11-21';

describe('findViolations', () => {
  it('reports each severe advisory once', () => {
    const findings = findViolations(
      report(advisory('a', 'critical'), advisory('b', 'high'), advisory('c', 'moderate')),
      [],
      today,
    );
    expect(findings).toEqual([
      'critical: a: A vulnerability of a https://advisories.example/a',
      'high: b: A vulnerability of b https://advisories.example/b',
    ]);
  });

  it('accepts allowed advisories until their date', () => {
    const allowed = (until: string) => [
      { url: 'https://advisories.example/a', reason: 'never reached', until },
    ];
    expect(findViolations(report(advisory('a', 'high')), allowed('2026-11-21'), today)).toEqual([]);
    expect(findViolations(report(advisory('a', 'high')), allowed('2026-11-20'), today)).toEqual([
      'high: a: A vulnerability of a https://advisories.example/a (was allowed until 2026-11-20: never reached)',
    ]);
    expect(findViolations(report(advisory('b', 'high')), allowed('2026-11-21'), today)).toHaveLength(1);
  });

  it('returns null if the registry did not respond', () => {
    expect(findViolations({ message: '405 Method Not Allowed' }, [], today)).toBeNull();
    expect(findViolations({ vulnerabilities: {} }, [], today)).toEqual([]);
  });
});
