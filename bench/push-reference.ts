import type { PushSubscriptionInput } from '../contract/notifications/push.ts';
import { encryptMessage } from '../server/notifications/transport/encryption.ts';
import { signingKey, vapidHeader } from '../server/notifications/transport/vapid-header.ts';
import type { VapidKeys } from '../server/notifications/transport/vapid-keys.ts';

// Only encrypts and signs a message per device, in a separate process (bench/rows/web-push.ts): the minimum work of
// any sender. Signs each message, like a sender without a header cache.

export type PushReferenceTask = { devices: PushSubscriptionInput[]; keys: VapidKeys; message: string };

const runTask = ({ devices, keys, message }: PushReferenceTask): NodeJS.CpuUsage => {
  const key = signingKey(keys);
  const bytes = Buffer.from(message);
  const exp = Math.floor(Date.now() / 1000) + 12 * 3600;
  const started = process.cpuUsage();
  for (const { endpoint, keys: device } of devices) {
    encryptMessage(device, bytes);
    vapidHeader(key, keys.publicKey, {
      aud: new URL(endpoint).origin,
      exp,
      sub: 'mailto:operator@test.example',
    });
  }
  return process.cpuUsage(started);
};

let task: PushReferenceTask | undefined;
process.on('message', (given: PushReferenceTask | 'again') => {
  if (given !== 'again') task = given;
  if (task) process.send?.(runTask(task));
});
