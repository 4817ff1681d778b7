import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PasskeyAssertion, PasskeyRegistration } from '../../../contract/account/passkeys.ts';
import type { Db, Transaction } from '../../database/connection.ts';
import { createDeploymentHmac } from '../../database/deployment-secret.ts';
import type { Clock } from '../../shared/clock.ts';
import { insertUsedChallenge } from './passkeys-db.ts';
import type { RelyingParty } from './relying-party.ts';
import { KEY_ALGORITHMS, readChallenge } from './verify-response.ts';

export const CHALLENGE_LIFETIME_MS = 5 * 60_000;
const KEY_NAME = 'passkey-challenge-key';
const NONCE_BYTES = 16;
const EXPIRY_BYTES = 8;
const SIGNED_BYTES = NONCE_BYTES + EXPIRY_BYTES;
const MAC_BYTES = 32;

/** What a challenge is for. `userId` is absent at a sign-in: nobody is known yet. */
export type ChallengePurpose = { kind: 'sign-in' | 'register' | 'confirm'; userId?: string };

/**
 * Challenges of WebAuthn. They carry their expiry and a MAC over it and their purpose, so that only used challenges are
 * stored, until they expire.
 */
export class Challenges {
  readonly #clock: Clock;
  readonly #hmac: ReturnType<typeof createDeploymentHmac>;

  constructor(db: Db, clock: Clock) {
    this.#hmac = createDeploymentHmac(db, KEY_NAME);
    this.#clock = clock;
  }

  /** A new challenge in base64url. */
  async create(purpose: ChallengePurpose): Promise<string> {
    const signed = randomBytes(SIGNED_BYTES);
    signed.writeBigUInt64BE(BigInt(this.#clock().getTime() + CHALLENGE_LIFETIME_MS), NONCE_BYTES);
    return Buffer.concat([signed, await this.#sign(signed, purpose)]).toString('base64url');
  }

  /** What a browser signs with a passkey it has. */
  async createRequest({ id }: RelyingParty, purpose: ChallengePurpose) {
    return {
      challenge: await this.create(purpose),
      rpId: id,
      timeout: CHALLENGE_LIFETIME_MS,
      userVerification: 'required' as const,
    };
  }

  /** What a browser makes a passkey with. */
  async createRegistration<Known>(
    purpose: ChallengePurpose,
    rp: { id: string; name: string },
    user: { id: string; name: string; displayName: string },
    excludeCredentials: Known[],
  ) {
    return {
      challenge: await this.create(purpose),
      rp,
      user,
      pubKeyCredParams: KEY_ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: CHALLENGE_LIFETIME_MS,
      attestation: 'none' as const,
      excludeCredentials,
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true as const,
        userVerification: 'required' as const,
      },
    };
  }

  /** The challenge of a response if this server made it for this purpose less than five minutes ago. */
  async find(
    { response }: PasskeyAssertion | PasskeyRegistration,
    purpose: ChallengePurpose,
  ): Promise<string | undefined> {
    const challenge = readChallenge(response);
    if (challenge === undefined) return undefined;
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== SIGNED_BYTES + MAC_BYTES) return undefined;
    const signed = bytes.subarray(0, SIGNED_BYTES);
    if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), await this.#sign(signed, purpose))) return undefined;
    return readExpiry(bytes) > this.#clock().getTime() ? challenge : undefined;
  }

  /** Marks a valid challenge as used; false if it was used before. */
  use(tx: Transaction, challenge: string): Promise<boolean> {
    const bytes = Buffer.from(challenge, 'base64url');
    return insertUsedChallenge(tx, hash('sha256', bytes, 'buffer'), new Date(readExpiry(bytes)));
  }

  #sign(signed: Buffer, { kind, userId = '' }: ChallengePurpose): Promise<Buffer> {
    return this.#hmac(Buffer.concat([Buffer.from(`${kind} ${userId} `), signed]));
  }
}

const readExpiry = (challenge: Buffer): number => Number(challenge.readBigUInt64BE(NONCE_BYTES));
