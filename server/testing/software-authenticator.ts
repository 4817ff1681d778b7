import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import type { PasskeyAssertion, PasskeyRegistration } from '../../contract/account/passkeys.ts';

type CreationOptions = { challenge: string; rp: { id: string }; user: { id: string } };
type RequestOptions = { challenge: string; rpId: string };

/** Parts of an answer that a test makes wrong. */
type Changes = {
  origin?: string;
  rpId?: string;
  type?: string;
  flags?: number;
  counter?: number;
  userHandle?: string | undefined;
  /** Certificate and key in PEM: attests the passkey with them (fido-u2f) instead of not at all. */
  certificate?: { certificate: string; key: string };
};

/** Flags of authenticator data: user present, user verified, attested credential data. */
export const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** CBOR of a byte string of 24 to 65,535 bytes. */
const cborBytes = (bytes: Buffer): Buffer => {
  const { length } = bytes;
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), bytes]);
};
/** CBOR of a text of up to 23 bytes. */
const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** COSE of a P-256 key: kty EC2, alg ES256, crv P-256, x, y. */
const cosePublicKey = (key: KeyObject): Buffer => {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (name: number, value: string) => [
    Buffer.from([name]),
    cborBytes(Buffer.from(value, 'base64url')),
  ];
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    ...coordinate(0x21, x),
    ...coordinate(0x22, y),
  ]);
};

/** Attestation of a U2F key. */
const certify = (
  { certificate, key }: NonNullable<Changes['certificate']>,
  clientDataHash: Buffer,
  rpIdHash: Buffer,
  id: Buffer,
  publicKey: KeyObject,
): Buffer => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = [Buffer.from([0x04]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  const signed = Buffer.concat([Buffer.alloc(1), rpIdHash, clientDataHash, id, ...point]);
  return Buffer.concat([
    cborText('fmt'),
    cborText('fido-u2f'),
    cborText('attStmt'),
    Buffer.from([0xa2]),
    cborText('sig'),
    cborBytes(sign('sha256', signed, key)),
    cborText('x5c'),
    Buffer.from([0x81]),
    cborBytes(Buffer.from(new X509Certificate(certificate).raw)),
  ]);
};

const NO_ATTESTATION = Buffer.concat([
  cborText('fmt'),
  cborText('none'),
  cborText('attStmt'),
  Buffer.from([0xa0]),
]);

/** An authenticator with one passkey (ES256) whose answers are like a browser's. */
export class SoftwareAuthenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  readonly id: string;
  #userHandle: string | undefined;
  /** Signatures counted so far; a synced passkey stays at 0. */
  counter = 0;

  constructor(origin = 'http://localhost:3000', id = randomBytes(32).toString('base64url')) {
    this.#origin = origin;
    this.id = id;
  }

  register({ challenge, rp, user }: CreationOptions, changes: Changes = {}): PasskeyRegistration {
    this.#userHandle = user.id;
    const clientData = this.#createClientData('webauthn.create', challenge, changes);
    const id = Buffer.from(this.id, 'base64url');
    const authData = Buffer.concat([
      this.#createData(rp.id, changes, USER_PRESENT | USER_VERIFIED | ATTESTED),
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 0xff]),
      id,
      cosePublicKey(this.#keys.publicKey),
    ]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      changes.certificate
        ? certify(changes.certificate, sha256(clientData), sha256(rp.id), id, this.#keys.publicKey)
        : NO_ATTESTATION,
      cborText('authData'),
      cborBytes(authData),
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  sign({ challenge, rpId }: RequestOptions, changes: Changes = {}): PasskeyAssertion {
    const clientData = this.#createClientData('webauthn.get', challenge, changes);
    const data = this.#createData(rpId, changes, USER_PRESENT | USER_VERIFIED);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: 'userHandle' in changes ? changes.userHandle : this.#userHandle,
      },
    };
  }

  #credential() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const };
  }

  #createClientData(type: string, challenge: string, changes: Changes): Buffer {
    const { origin = this.#origin, type: changed = type } = changes;
    return Buffer.from(JSON.stringify({ type: changed, challenge, origin, crossOrigin: false }));
  }

  #createData(rpId: string, changes: Changes, defaultFlags: number): Buffer {
    const { flags = defaultFlags, counter = this.counter } = changes;
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(changes.rpId ?? rpId), head]);
  }
}
