import type { Sha256 } from '../../../contract/verify-ledger.ts';

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The browser's own SHA-256; null where a page may not use it (plain http on a LAN). */
export const browserSha256 = (): Sha256 | null => {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!subtle) return null;
  const encoder = new TextEncoder();
  return async (text) => hex(await subtle.digest('SHA-256', encoder.encode(text)));
};
