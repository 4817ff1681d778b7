import { createCipheriv, createECDH, createHmac, createSecretKey, type ECDH, randomBytes } from 'node:crypto';

/** The subscription's keys, base64url, as sent by the browser. */
export type SubscriptionKeys = { readonly p256dh: string; readonly auth: string };

/** Random values unique per message. A test passes those of RFC 8291's example. */
type MessageRandomness = { readonly pair: ECDH; readonly salt: Buffer };

/** RFC 8188's record size. A push message has one record, so it only has to exceed the message. */
const RECORD_SIZE = 4096;
const KEY_INFO = Buffer.from('WebPush: info\0');
/** Includes HKDF's (RFC 5869) block counter; one block is enough. */
const CEK_INFO = Buffer.from('Content-Encoding: aes128gcm\0\x01');
const NONCE_INFO = Buffer.from('Content-Encoding: nonce\0\x01');
const ONE = Buffer.from([1]);
/** Marks the last record and ends the padding (none: its length would reveal no more than the topic). */
const LAST_RECORD = Buffer.from([2]);

const generateRandomness = (): MessageRandomness => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { pair, salt: randomBytes(16) };
};

/** Passing a key object saves 7 us per call, a fifth of a message. */
const hmac = (key: Buffer, ...parts: Buffer[]): Buffer => {
  const mac = createHmac('sha256', createSecretKey(key));
  for (const part of parts) mac.update(part);
  return mac.digest();
};

/**
 * Encrypts a message for one subscription (RFC 8291 with aes128gcm of RFC 8188), so that the push service can't read
 * it. Each message has its own key pair and salt.
 */
export const encryptMessage = (
  subscription: SubscriptionKeys,
  message: Buffer,
  chance = generateRandomness(),
): Buffer => {
  const { pair, salt } = chance;
  const theirPublic = Buffer.from(subscription.p256dh, 'base64url');
  const ownPublic = pair.getPublicKey();
  const secret = hmac(Buffer.from(subscription.auth, 'base64url'), pair.computeSecret(theirPublic));
  const keyMaterial = hmac(secret, KEY_INFO, theirPublic, ownPublic, ONE);
  const pseudoRandom = hmac(salt, keyMaterial);
  const key = hmac(pseudoRandom, CEK_INFO).subarray(0, 16);
  const nonce = hmac(pseudoRandom, NONCE_INFO).subarray(0, 12);
  const header = Buffer.allocUnsafe(21);
  salt.copy(header);
  header.writeUInt32BE(RECORD_SIZE, 16);
  header.writeUInt8(ownPublic.length, 20);
  const cipher = createCipheriv('aes-128-gcm', createSecretKey(key), nonce);
  return Buffer.concat([
    header,
    ownPublic,
    cipher.update(message),
    cipher.update(LAST_RECORD),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
};
