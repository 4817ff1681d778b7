import type { AllowList } from '../../../contract/shared/config.ts';

const decodeBase64 = (base64: string) =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

const encodeBase64 = (buffer: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)));

const HASH_BITS = 256;

/** The PBKDF2 hash of an email address, as stored in the allow-list (contract/shared/config.ts). */
const hashEmail = async (email: string, list: AllowList): Promise<string> => {
  const typed = new TextEncoder().encode(email.trim().toLowerCase());
  const key = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: decodeBase64(list.salt), iterations: list.iterations },
    key,
    HASH_BITS,
  );
  return encodeBase64(bits);
};

/**
 * Client-side check of an educator login (SPEC §5). Returns false without a list or crypto.subtle (plain http on a LAN);
 * the server checks in any case.
 */
export const isOutsideAllowList = async (email: string, list: AllowList | undefined): Promise<boolean> => {
  if (!list || !globalThis.crypto?.subtle || !email.trim()) return false;
  return !list.hashes.includes(await hashEmail(email, list));
};
