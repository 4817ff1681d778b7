import { describe, expect, it } from 'vitest';
import { INSTALL_SILENCE_MS, mayShow } from './use-install.ts';

describe('the install banner', () => {
  const now = Date.UTC(2026, 0, 20);

  it('may show until it is dismissed, and again after 7 days', () => {
    expect(INSTALL_SILENCE_MS).toBe(604_800_000);
    expect(mayShow(null, now)).toBe(true);
    expect(mayShow(now, now)).toBe(false);
    expect(mayShow(now - INSTALL_SILENCE_MS + 1, now)).toBe(false);
    expect(mayShow(now - INSTALL_SILENCE_MS, now)).toBe(true);
  });

  it('is not silenced for ever by a clock that was wrong', () => {
    expect(mayShow(now + 365 * 24 * 3_600_000, now)).toBe(true);
  });
});
