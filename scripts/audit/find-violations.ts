/** The parts of `npm audit --json` we use. */
export type AuditReport = {
  vulnerabilities?: Record<string, { severity: string; via: (string | Advisory)[] }>;
  message?: string;
};
type Advisory = { url: string; title: string; severity: string; name: string };

/** An accepted advisory: why, and until when (ISO date). */
export type Allowed = { url: string; reason: string; until: string };

const SEVERE = new Set(['high', 'critical']);

/** Severe advisories that are not allowed or whose date has passed, one line each. Null without a report. */
export const findViolations = (
  report: AuditReport,
  allowed: readonly Allowed[],
  today: string,
): string[] | null => {
  if (!report.vulnerabilities) return null;
  const advisories = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((cause): cause is Advisory => typeof cause !== 'string' && SEVERE.has(cause.severity));
  const byUrl = new Map(advisories.map((advisory) => [advisory.url, advisory]));
  return [...byUrl.values()].flatMap(({ url, title, severity, name }) => {
    const known = allowed.find((one) => one.url === url);
    if (known && known.until >= today) return [];
    const why = known ? ` (was allowed until ${known.until}: ${known.reason})` : '';
    return [`${severity}: ${name}: ${title} ${url}${why}`];
  });
};
