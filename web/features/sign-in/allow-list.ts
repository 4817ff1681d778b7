import type { AllowList } from '../../../contract/config.ts';

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

const base64Of = (buffer: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)));

const HASH_BITS = 256;

/** The slow hash of an address as the allow-list keeps it (contract/config.ts). */
export const hashEmail = async (email: string, list: AllowList): Promise<string> => {
  const typed = new TextEncoder().encode(email.trim().toLowerCase());
  const key = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(list.salt), iterations: list.iterations },
    key,
    HASH_BITS,
  );
  return base64Of(bits);
};

/**
 * Whether the browser itself refuses an educator login (SPEC §5). A courtesy: where the list is missing or the page
 * has no crypto.subtle (plain http on a LAN), nothing is refused here and the server's check stands.
 */
export const isRefused = async (email: string, list: AllowList | undefined): Promise<boolean> => {
  if (!list || !globalThis.crypto?.subtle || !email.trim()) return false;
  return !list.hashes.includes(await hashEmail(email, list));
};
