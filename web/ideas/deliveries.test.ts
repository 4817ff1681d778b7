import { describe, expect, it } from 'vitest';
import { describeDeliveries, pollInterval } from './deliveries.ts';

const counts = { devices: 43, attempted: 43, accepted: 41, gone: 1, waiting: 1, failed: 0 };

describe('the deliveries of an idea', () => {
  it('describes deliveries in one line without zero counts', () => {
    expect(describeDeliveries(counts)).toBe('Delivered to 41 of 43 devices, 1 pending, 1 unsubscribed');
    expect(describeDeliveries({ ...counts, accepted: 43, gone: 0, waiting: 0 })).toBe(
      'Delivered to 43 of 43 devices',
    );
    expect(describeDeliveries({ ...counts, devices: 1, accepted: 0, gone: 0, waiting: 0, failed: 1 })).toBe(
      'Delivered to 0 of 1 device, 1 failed',
    );
    expect(describeDeliveries({ ...counts, devices: 0 })).toBe('No subscribed devices when published');
  });

  it('polls deliveries while some are pending and shortly after publishing', () => {
    const done = { ...counts, waiting: 0 };
    expect(pollInterval(done, 1_000)).toBe(3_000);
    expect(pollInterval(done, 60_000)).toBe(false);
    expect(pollInterval(counts, 60_000)).toBe(3_000);
    expect(pollInterval(counts, 3_600_000)).toBe(60_000);
  });
});
