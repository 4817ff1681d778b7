import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a secret for the row with this id: in another row it does not open. Nonce, tag, text. */
export const sealSecret = (key: Buffer, id: string, secret: string): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(id));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
};

/** Null without the key it was sealed with. */
export const openSecret = (key: Buffer | undefined, id: string, sealed: Buffer): string | null => {
  if (!key) return null;
  const [nonce, rest] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(NONCE_BYTES)];
  try {
    const cipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(id))
      .setAuthTag(rest.subarray(0, TAG_BYTES));
    return Buffer.concat([cipher.update(rest.subarray(TAG_BYTES)), cipher.final()]).toString();
  } catch {
    return null;
  }
};
