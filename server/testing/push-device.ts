import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { PushSubscriptionInput } from '../../contract/notifications/push.ts';

/** Keys a device uses to decrypt its messages. */
type PushDeviceKeys = {
  subscription: PushSubscriptionInput;
  /** Private key in node:crypto's format. */
  privateKey: Buffer;
};

/** Creates a device like a browser: its own key pair and secret. */
export const createDevice = (endpoint = `https://push.example.org/send/${randomUUID()}`): PushDeviceKeys => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return {
    subscription: {
      endpoint,
      expirationTime: null,
      keys: {
        p256dh: pair.getPublicKey('base64url'),
        auth: randomBytes(16).toString('base64url'),
      },
    },
    privateKey: pair.getPrivateKey(),
  };
};

export const subscriptionInput = (endpoint?: string): PushSubscriptionInput =>
  createDevice(endpoint).subscription;
