import type { PushDeliveries } from '../../contract/notifications/push.ts';

const formatDevices = (count: number) => `${count} ${count === 1 ? 'device' : 'devices'}`;

/** "Delivered to 41 of 43 devices, 1 pending, 1 unsubscribed"; zero counts are left out. */
export const describeDeliveries = ({
  devices: all,
  accepted,
  waiting,
  gone,
  failed,
}: PushDeliveries): string => {
  if (all === 0) return 'No subscribed devices when published';
  const rest = Object.entries({ pending: waiting, unsubscribed: gone, failed }).filter(
    ([, count]) => count > 0,
  );
  return [
    `Delivered to ${accepted} of ${formatDevices(all)}`,
    ...rest.map(([what, count]) => `${count} ${what}`),
  ].join(', ');
};

/** Milliseconds: short after publishing, long for deliveries that wait for quiet hours to end. */
export const pollInterval = ({ waiting }: PushDeliveries, age: number): number | false =>
  waiting === 0 && age > 30_000 ? false : age < 5 * 60_000 ? 3_000 : 60_000;
