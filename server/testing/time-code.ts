import { Secret, TOTP } from 'otpauth';

/** What an authenticator app shows at `timestamp`. */
export const readTimeCode = (secret: string, timestamp: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
