/** What `npm audit --json` answers, as far as it is read. */
export type AuditReport = {
  vulnerabilities?: Record<string, { severity: string; via: (string | Advisory)[] }>;
  message?: string;
};
type Advisory = { url: string; title: string; severity: string; name: string };

/** A finding that is known and lived with: why, and until when it is looked at again (ISO date). */
export type Allowed = { url: string; reason: string; until: string };

const GRAVE = new Set(['high', 'critical']);

/**
 * The grave findings nobody has given a reason for, or whose time is over, a sentence each. Null where the report is none:
 * the registry could not be asked.
 */
export const judgeAudit = (
  report: AuditReport,
  allowed: readonly Allowed[],
  today: string,
): string[] | null => {
  if (!report.vulnerabilities) return null;
  const advisories = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((cause): cause is Advisory => typeof cause !== 'string' && GRAVE.has(cause.severity));
  const byUrl = new Map(advisories.map((advisory) => [advisory.url, advisory]));
  return [...byUrl.values()].flatMap(({ url, title, severity, name }) => {
    const known = allowed.find((one) => one.url === url);
    if (known && known.until >= today) return [];
    const why = known ? ` (was allowed until ${known.until}: ${known.reason})` : '';
    return [`${severity}: ${name}: ${title} ${url}${why}`];
  });
};
