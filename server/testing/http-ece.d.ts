/** What we use of http_ece: it brings no types. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  export const decrypt: (
    message: Buffer,
    options: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ) => Buffer;
}
