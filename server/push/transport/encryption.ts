import { createCipheriv, createECDH, createHmac, createSecretKey, type ECDH, randomBytes } from 'node:crypto';

/** The keys of a device, base64url, as its browser gave them. */
export type DeviceKeys = { readonly p256dh: string; readonly auth: string };

/** What no two messages share. A test gives what RFC 8291's example used. */
export type MessageChance = { readonly pair: ECDH; readonly salt: Buffer };

/** RFC 8188's record size. A push holds one record, so it only has to be larger than any message. */
const RECORD_SIZE = 4096;
const KEY_INFO = Buffer.from('WebPush: info\0');
/** The counter that HKDF (RFC 5869) ends each block with; one block is all that is needed here. */
const CEK_INFO = Buffer.from('Content-Encoding: aes128gcm\0\x01');
const NONCE_INFO = Buffer.from('Content-Encoding: nonce\0\x01');
const ONE = Buffer.from([1]);
/** Marks the last record, and ends the padding (there is none: a reader of lengths learns what a topic tells anyway). */
const LAST_RECORD = Buffer.from([2]);

const drawChance = (): MessageChance => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { pair, salt: randomBytes(16) };
};

/** Node takes a key object as it is, and looks at bytes for 7 us before it makes one of them: a fifth of a message. */
const hmac = (key: Buffer, ...parts: Buffer[]): Buffer => {
  const mac = createHmac('sha256', createSecretKey(key));
  for (const part of parts) mac.update(part);
  return mac.digest();
};

/**
 * Encrypts a message for one device (RFC 8291, coding aes128gcm of RFC 8188): only the device can read it, not the push
 * service in between. Every message has a key pair and a salt of its own.
 */
export const encryptFor = (device: DeviceKeys, message: Buffer, chance = drawChance()): Buffer => {
  const { pair, salt } = chance;
  const devicePublic = Buffer.from(device.p256dh, 'base64url');
  const ownPublic = pair.getPublicKey();
  const secret = hmac(Buffer.from(device.auth, 'base64url'), pair.computeSecret(devicePublic));
  const keyMaterial = hmac(secret, KEY_INFO, devicePublic, ownPublic, ONE);
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
