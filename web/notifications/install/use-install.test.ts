import { describe, expect, it } from 'vitest';
import { canShow, DISMISSAL_MS } from './use-install.ts';

describe('the install banner', () => {
  const now = Date.UTC(2026, 0, 20);

  it('shows until it is dismissed, and again after 7 days (§4.25, §9.15)', () => {
    expect(DISMISSAL_MS).toBe(604_800_000);
    expect(canShow(null, now)).toBe(true);
    expect(canShow(now, now)).toBe(false);
    expect(canShow(now - DISMISSAL_MS + 1, now)).toBe(false);
    expect(canShow(now - DISMISSAL_MS, now)).toBe(true);
  });

  it('shows when the dismissal is in the future because of a wrong clock', () => {
    expect(canShow(now + 365 * 24 * 3_600_000, now)).toBe(true);
  });
});
