import { hash, randomBytes } from 'node:crypto';
import type { PasskeyAssertion, PasskeyRegistration } from '../../contract/account/passkeys.ts';
import {
  type getOperator,
  MAX_OPERATOR_NAME,
  OPERATOR_LINK_MS,
  OPERATOR_PREFIX,
  OPERATOR_SESSION_MS,
  type openOperatorSession,
  type operatorRegistrationOptions,
  type operatorSignInOptions,
} from '../../contract/operator/operator-access.ts';
import type { RouteResponse } from '../../contract/shared/route.ts';
import { plainText } from '../../contract/shared/text.ts';
import { getAddress } from '../account/links/account-links.ts';
import { type ChallengePurpose, Challenges } from '../account/passkeys/challenges.ts';
import { createRelyingParty, type RelyingParty, requireParty } from '../account/passkeys/relying-party.ts';
import { verifyAssertion, verifyRegistration } from '../account/passkeys/verify-response.ts';
import { logAction } from '../account/sessions/revoke-sessions.ts';
import { AUTHENTICATION_MAX_AGE_MS } from '../account/sessions/sessions-service.ts';
import type { Connection, Db } from '../database/connection.ts';
import type { OperatorCaller, Origin } from '../http/viewer.ts';
import { explainMissingSettings } from '../outward/destinations-service.ts';
import { AppError } from '../shared/app-error.ts';
import type { Clock } from '../shared/clock.ts';
import type { Env } from '../shared/env.ts';
import { OperatorError } from '../shared/operator-error.ts';
import {
  deletePasskeys,
  deleteSession,
  deleteTokens,
  insertPasskey,
  insertToken,
  lockSession,
  selectPasskey,
  selectPasskeys,
  selectSession,
  takeLink,
  updatePasskeyCounter,
} from './operators-db.ts';

type EventKind = Parameters<typeof logAction>[1];
type OpenedSession = RouteResponse<typeof openOperatorSession>;

/** Of no account: an operator's passkey opens none, and an account's passkey opens no operator's page. */
const SIGN_IN: ChallengePurpose = { kind: 'sign-in', userId: 'operator' };
const getRegistration = (name: string): ChallengePurpose => ({
  kind: 'register',
  userId: `operator ${name}`,
});

const operatorName = plainText('Name', MAX_OPERATOR_NAME);

/** Throws OperatorError if nobody could be called so. */
const parseName = (given: string): string => {
  const { data: name, error } = operatorName.safeParse(given);
  if (!name) throw new OperatorError(`${error?.issues[0]?.message}.`);
  return name;
};

const createToken = () => randomBytes(32).toString('base64url');
const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Who may open the operator's page: whoever got a link of the admin command, or has added a passkey. */
export class OperatorsService {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #env: Pick<Env, 'baseUrl' | 'port' | 'brand' | 'outward'>;
  readonly #challenges: Challenges;
  readonly #party: RelyingParty | undefined;

  constructor(db: Db, clock: Clock, env: Pick<Env, 'baseUrl' | 'port' | 'brand' | 'outward'>) {
    this.#db = db;
    this.#clock = clock;
    this.#env = env;
    this.#challenges = new Challenges(db, clock);
    this.#party = createRelyingParty(env.baseUrl);
  }

  /** A link to the page. Throws OperatorError if nobody could be called so. */
  async createLink(given: string): Promise<string> {
    const name = parseName(given);
    const token = createToken();
    await this.#insertToken(this.#db, 'link', name, token, OPERATOR_LINK_MS);
    return `${getAddress(this.#env)}/operator#${token}`;
  }

  /** Ends the links, sessions and passkeys of an operator. */
  end(given: string): Promise<{ tokens: number; passkeys: number }> {
    const name = parseName(given);
    return this.#db.transaction(async (tx) => ({
      tokens: await deleteTokens(tx, name),
      passkeys: await deletePasskeys(tx, name),
    }));
  }

  /** Throws LINK_EXPIRED. */
  open(token: string, origin: Origin): Promise<OpenedSession> {
    return this.#db.transaction(async (tx) => {
      const name = await takeLink(tx, hashToken(token), this.#clock());
      if (name === undefined) throw new AppError('LINK_EXPIRED');
      return this.#openSession(tx, 'operator_link_used', name, origin);
    });
  }

  /** Looked up at each call, so that an ended session ends at once. Throws SESSION_ENDED. */
  async find(token: string): Promise<OperatorCaller> {
    const found = await selectSession(this.#db, hashToken(token), this.#clock());
    if (!found) throw new AppError('SESSION_ENDED');
    return found;
  }

  async view({ name }: OperatorCaller): Promise<RouteResponse<typeof getOperator>> {
    return {
      name,
      passkeys: (await selectPasskeys(this.#db, name)).length,
      outwardProblem: explainMissingSettings(this.#env),
    };
  }

  endSession({ tokenHash }: OperatorCaller): Promise<void> {
    return deleteSession(this.#db, tokenHash);
  }

  /** Throws PASSKEYS_UNAVAILABLE. */
  async createSignInOptions(): Promise<RouteResponse<typeof operatorSignInOptions>> {
    return this.#challenges.createRequest(requireParty(this.#party), SIGN_IN);
  }

  /** Throws PASSKEY_REFUSED and PASSKEYS_UNAVAILABLE. */
  signIn(assertion: PasskeyAssertion, origin: Origin): Promise<OpenedSession> {
    const party = requireParty(this.#party);
    return this.#db.transaction(async (tx) => {
      const challenge = await this.#challenges.find(assertion, SIGN_IN);
      const passkey = challenge && (await selectPasskey(tx, assertion.id));
      const verified = passkey && (await verifyAssertion(party, assertion, passkey, challenge));
      if (!verified || !(await this.#challenges.use(tx, challenge))) throw new AppError('PASSKEY_REFUSED');
      await updatePasskeyCounter(tx, passkey.id, verified.newCounter);
      return this.#openSession(tx, 'operator_sign_in', passkey.name, origin);
    });
  }

  /** Throws OPERATOR_SESSION_OLD and PASSKEYS_UNAVAILABLE. */
  async createRegistrationOptions(
    caller: OperatorCaller,
  ): Promise<RouteResponse<typeof operatorRegistrationOptions>> {
    const { name } = caller;
    const { id } = requireParty(this.#party);
    await this.#lockNewSession(this.#db, caller);
    const label = `${name} (operator)`;
    return this.#challenges.createRegistration(
      getRegistration(name),
      { id, name: this.#env.brand },
      { id: hashToken(label).toString('base64url'), name: label, displayName: label },
      (await selectPasskeys(this.#db, name)).map((row) => ({ id: row.id, type: 'public-key' as const })),
    );
  }

  /** Throws PASSKEY_REFUSED, also if the challenge was used before, OPERATOR_SESSION_OLD and PASSKEYS_UNAVAILABLE. */
  addPasskey(caller: OperatorCaller, registration: PasskeyRegistration, origin: Origin): Promise<void> {
    const { name } = caller;
    const party = requireParty(this.#party);
    return this.#db.transaction(async (tx) => {
      await this.#lockNewSession(tx, caller);
      const challenge = await this.#challenges.find(registration, getRegistration(name));
      const verified = challenge && (await verifyRegistration(party, registration, challenge));
      if (!verified || !(await this.#challenges.use(tx, challenge))) throw new AppError('PASSKEY_REFUSED');
      const { id, publicKey, counter } = verified.credential;
      const row = { id, name, publicKey: Buffer.from(publicKey), counter, createdAt: this.#clock() };
      if (!(await insertPasskey(tx, row))) throw new AppError('PASSKEY_REFUSED');
      await this.#log(tx, 'operator_passkey_added', name, origin);
    });
  }

  /** With the operator's other links and sessions: one of them may have added what is removed. Throws OPERATOR_SESSION_OLD. */
  removePasskeys(caller: OperatorCaller, origin: Origin): Promise<void> {
    const { name, tokenHash } = caller;
    return this.#db.transaction(async (tx) => {
      await this.#lockNewSession(tx, caller);
      await deleteTokens(tx, name, tokenHash);
      if ((await deletePasskeys(tx, name)) > 0)
        await this.#log(tx, 'operator_passkeys_removed', name, origin);
    });
  }

  async #lockNewSession(tx: Connection, { tokenHash }: OperatorCaller): Promise<void> {
    const session = await lockSession(tx, tokenHash, this.#clock());
    if (!session) throw new AppError('SESSION_ENDED');
    if (this.#clock().getTime() - session.createdAt.getTime() > AUTHENTICATION_MAX_AGE_MS)
      throw new AppError('OPERATOR_SESSION_OLD');
  }

  async #openSession(tx: Connection, kind: EventKind, name: string, origin: Origin): Promise<OpenedSession> {
    const sessionToken = OPERATOR_PREFIX + createToken();
    await this.#insertToken(tx, 'session', name, sessionToken, OPERATOR_SESSION_MS);
    await this.#log(tx, kind, name, origin);
    return { sessionToken, name };
  }

  #insertToken(db: Connection, kind: 'link' | 'session', name: string, token: string, lifetimeMs: number) {
    const createdAt = this.#clock();
    const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
    return insertToken(db, { tokenHash: hashToken(token), kind, name, createdAt, expiresAt });
  }

  #log(tx: Connection, kind: EventKind, operator: string, origin: Origin): Promise<void> {
    return logAction(tx, kind, this.#clock(), null, { ...origin, operator });
  }
}
