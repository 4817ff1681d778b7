import type { Sha256 } from '../../../contract/record/verify-ledger.ts';

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 by Web Crypto; null in an insecure context, such as plain http on a LAN. */
export const browserSha256 = (): Sha256 | null => {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!subtle) return null;
  const encoder = new TextEncoder();
  return async (text) => hex(await subtle.digest('SHA-256', encoder.encode(text)));
};
