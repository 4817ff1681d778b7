import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { PushSubscriptionInput } from '../../contract/push.ts';

/** What a device keeps of its subscription: the keys to read what it is sent. */
export type PushDeviceKeys = {
  subscription: PushSubscriptionInput;
  /** The private key, as node:crypto has it. */
  privateKey: Buffer;
};

/** A device as a browser makes one: a key pair and a secret of its own. */
export const makeDevice = (endpoint = `https://push.example.org/send/${randomUUID()}`): PushDeviceKeys => {
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
  makeDevice(endpoint).subscription;
