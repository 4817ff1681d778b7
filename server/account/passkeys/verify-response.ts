import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { PasskeyAssertion, PasskeyRegistration } from '../../../contract/account/passkeys.ts';
import type { PasskeyRow } from './passkeys-db.ts';
import type { RelyingParty } from './relying-party.ts';

/** Ed25519, ECDSA with P-256 and RSA: every authenticator has one of them (COSE identifiers). */
export const KEY_ALGORITHMS = [-8, -7, -257];

/** What every response must match. The library compares origins with a list, and localhost has any port. */
const createExpectations = (
  { id, allowsOrigin }: RelyingParty,
  clientDataJSON: string,
  expectedChallenge: string,
) => {
  const { origin } = decodeClientDataJSON(clientDataJSON);
  return {
    expectedChallenge,
    expectedOrigin: allowsOrigin(origin) ? [origin] : [],
    expectedRPID: id,
    requireUserVerification: true,
  };
};

/**
 * Certificates of a device are refused, because the library would fetch the revocation list that they name. We ask for
 * none; browsers only pass on a statement that the new key has signed itself.
 */
const hasCertificates = (attestationObject: string): boolean => {
  const decoded = decodeAttestationObject(Buffer.from(attestationObject, 'base64url'));
  const format = decoded.get('fmt');
  return format !== 'none' && (format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined);
};

/** The challenge that a response answers; undefined if it cannot be read. */
export const readChallenge = ({ clientDataJSON }: { clientDataJSON: string }): string | undefined => {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON);
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
};

/** The new credential; undefined for anything that is not a right answer to the challenge. */
export const verifyRegistration = async (
  party: RelyingParty,
  { response, ...registration }: PasskeyRegistration,
  challenge: string,
) => {
  try {
    if (hasCertificates(response.attestationObject)) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      ...createExpectations(party, response.clientDataJSON, challenge),
      response: { ...registration, response, clientExtensionResults: {} },
      supportedAlgorithmIDs: KEY_ALGORITHMS,
    });
    return registrationInfo;
  } catch {
    // The library throws for each kind of wrong answer; the caller logs the refusal.
    return undefined;
  }
};

/** The new counter and backup state; undefined for anything that is not a right answer to the challenge. */
export const verifyAssertion = async (
  party: RelyingParty,
  { response, ...assertion }: PasskeyAssertion,
  { id, publicKey, counter }: Pick<PasskeyRow, 'id' | 'publicKey' | 'counter'>,
  challenge: string,
) => {
  const { userHandle, ...signed } = response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...createExpectations(party, response.clientDataJSON, challenge),
      response: {
        ...assertion,
        response: { ...signed, ...(userHandle !== undefined && { userHandle }) },
        clientExtensionResults: {},
      },
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
    });
    return verified ? authenticationInfo : undefined;
  } catch {
    return undefined;
  }
};
