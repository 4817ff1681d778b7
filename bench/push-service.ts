import type { PushSubscriptionInput } from '../contract/notifications/push.ts';
import { startPushService } from '../server/testing/push-service.ts';

// A push service in a separate process (bench/rows/web-push.ts): creates devices, verifies a sample of their messages
// and reports on request.

export type PushServiceStart = { origin: string; devices: PushSubscriptionInput[] };
export type PushServiceReport = { answered: number; read: number; problems: string[]; connections: number };

const [count = '', sample = ''] = process.argv.slice(2);
const service = await startPushService({ tls: true, sample: Number(sample) });
const start: PushServiceStart = {
  origin: service.origin,
  devices: Array.from({ length: Number(count) }, (_, index) => service.addDevice(String(index))),
};
process.send?.(start);
process.on('message', () => {
  const { answered, received, problems, connections } = service;
  const report: PushServiceReport = { answered, read: received.length, problems, connections };
  process.send?.(report);
});
