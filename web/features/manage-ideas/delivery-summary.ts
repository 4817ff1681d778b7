import type { PushDeliveries } from '../../../contract/push.ts';

const devices = (count: number) => `${count} ${count === 1 ? 'device' : 'devices'}`;

/** "Delivered to 41 of 43 devices, 1 waiting, 1 gone"; what did not happen is not mentioned. */
export const deliveryWords = ({ devices: all, accepted, waiting, gone, failed }: PushDeliveries): string => {
  if (all === 0) return 'No device was subscribed';
  const rest = Object.entries({ waiting, gone, failed }).filter(([, count]) => count > 0);
  return [
    `Delivered to ${accepted} of ${devices(all)}`,
    ...rest.map(([what, count]) => `${count} ${what}`),
  ].join(', ');
};

/** A push that still travels is asked after often, one that waits for the end of quiet hours seldom. Milliseconds. */
export const askAgainAfter = ({ waiting }: PushDeliveries, age: number): number | false =>
  waiting === 0 && age > 30_000 ? false : age < 5 * 60_000 ? 3_000 : 60_000;
