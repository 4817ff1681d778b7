import { describe, expect, it } from 'vitest';
import { askAgainAfter, deliveryWords } from './idea-deliveries.tsx';

const counts = { devices: 43, attempted: 43, accepted: 41, gone: 1, waiting: 1, failed: 0 };

describe('how far a push has come', () => {
  it('is said in one line, without what did not happen', () => {
    expect(deliveryWords(counts)).toBe('Delivered to 41 of 43 devices, 1 waiting, 1 gone');
    expect(deliveryWords({ ...counts, accepted: 43, gone: 0, waiting: 0 })).toBe(
      'Delivered to 43 of 43 devices',
    );
    expect(deliveryWords({ ...counts, devices: 1, accepted: 0, gone: 0, waiting: 0, failed: 1 })).toBe(
      'Delivered to 0 of 1 device, 1 failed',
    );
    expect(deliveryWords({ ...counts, devices: 0 })).toBe('No device was subscribed');
  });

  it('is asked after while something is under way, and for a moment after publishing', () => {
    const done = { ...counts, waiting: 0 };
    expect(askAgainAfter(done, 1_000)).toBe(3_000);
    expect(askAgainAfter(done, 60_000)).toBe(false);
    expect(askAgainAfter(counts, 60_000)).toBe(3_000);
    expect(askAgainAfter(counts, 3_600_000)).toBe(60_000);
  });
});
