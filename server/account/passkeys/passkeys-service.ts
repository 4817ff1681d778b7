import type { User } from '../../../contract/account/auth.ts';
import {
  MAX_PASSKEYS,
  type NewPasskey,
  type Passkey,
  type PasskeyAssertion,
  type passkeyConfirmOptions,
  type passkeyRegistrationOptions,
  type passkeySignIn,
} from '../../../contract/account/passkeys.ts';
import type { RouteBody, RouteResponse } from '../../../contract/shared/route.ts';
import type { Transaction } from '../../database/connection.ts';
import type { Origin, Viewer } from '../../http/viewer.ts';
import { AppError } from '../../shared/app-error.ts';
import type { AccountParts } from '../account-parts.ts';
import { insertAuthEvent, logOwnEvent } from '../sessions/auth-events-db.ts';
import { hasRole, type SignInService, type SignInTokens } from '../sessions/sign-in-service.ts';
import { lockUser, type UserRow } from '../users/users-db.ts';
import { toUserDto } from '../users/users-service.ts';
import { type ChallengePurpose, Challenges } from './challenges.ts';
import {
  deletePasskey,
  insertPasskey,
  type PasskeyRow,
  selectPasskey,
  selectPasskeyOwner,
  selectPasskeys,
  updatePasskeyName,
  updatePasskeyUse,
} from './passkeys-db.ts';
import { createRelyingParty, type RelyingParty, requireParty } from './relying-party.ts';
import { verifyAssertion, verifyRegistration } from './verify-response.ts';

type RequestOptions = RouteResponse<typeof passkeyConfirmOptions>;
type CreationOptions = RouteResponse<typeof passkeyRegistrationOptions>;

type PasskeyOwner = Pick<User, 'id' | 'email' | 'fullName' | 'role'>;

type Parts = AccountParts & { signIn: SignInService };

const REFUSED = { failed: 'passkey_refused', refused: 'passkey_refused' } as const;

/** The id of an account inside a passkey. */
const toUserHandle = ({ id }: Pick<User, 'id'>): string =>
  Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

const toReference = ({ id, transports }: PasskeyRow) => ({ id, type: 'public-key' as const, transports });

const toPasskeyDto = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  backedUp: row.backedUp,
});

/** Passkeys (WebAuthn): sign-in, re-authentication, and a user's own list. Changes and refusals are in auth_events. */
export class PasskeysService {
  /** Undefined where browsers offer no passkeys. */
  readonly relyingParty: RelyingParty | undefined;
  readonly #parts: Parts;
  readonly #challenges: Challenges;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.relyingParty = createRelyingParty(parts.env.baseUrl);
    this.#challenges = new Challenges(parts.db, parts.clock);
  }

  async createSignInOptions(): Promise<RequestOptions> {
    return this.#challenges.createRequest(requireParty(this.relyingParty), { kind: 'sign-in' });
  }

  /**
   * Returns tokens and user, or throws BAD_CREDENTIALS, EDUCATOR_ACCESS_DENIED (SPEC §5), PASSKEYS_UNAVAILABLE,
   * TOO_MANY_ATTEMPTS or BUSY. An educator's passkey on the customer login is BAD_CREDENTIALS, like a password there.
   */
  async signIn(
    { response, selectedRole, ...browser }: RouteBody<typeof passkeySignIn>,
    origin: Origin,
  ): Promise<SignInTokens & { user: User }> {
    const { db, signIn, limits } = this.#parts;
    const party = requireParty(this.relyingParty);
    const owner = await selectPasskeyOwner(db, response.id);
    // An unknown id is stored as a keyed hash, like an unknown email.
    const email = owner?.email ?? response.id;
    const countedAs = `passkey:${response.id}`;
    const attempt = { email, countedAs, user: owner, origin, selectedRole, kinds: REFUSED };
    const signedIn = await limits.check({ ...attempt, browserTokens: browser.browserTokens }, async () => {
      if (!owner || response.response.userHandle !== toUserHandle(owner)) return undefined;
      return db.transaction(async (tx) => {
        const user = await this.#verify(tx, party, owner.id, response, { kind: 'sign-in' });
        if (!user) return undefined;
        if (!hasRole(user, selectedRole)) return selectedRole === 'educator' ? 'not an educator' : undefined;
        return { ...(await signIn.open(tx, user, browser, origin)), user: toUserDto(user) };
      });
    });
    if (signedIn === undefined) throw new AppError('BAD_CREDENTIALS');
    if (signedIn !== 'not an educator') return signedIn;
    await insertAuthEvent(db, await limits.toEvent(attempt, 'passkey_refused'));
    throw new AppError('EDUCATOR_ACCESS_DENIED');
  }

  async list({ user }: Viewer): Promise<Passkey[]> {
    return (await selectPasskeys(this.#parts.db, user.id)).map(toPasskeyDto);
  }

  /** Throws REAUTHENTICATION_REQUIRED, TOO_MANY_PASSKEYS and PASSKEYS_UNAVAILABLE, before the browser asks anything. */
  async createRegistrationOptions({ user, sessionId }: Viewer): Promise<CreationOptions> {
    requireParty(this.relyingParty);
    await this.#parts.sessions.assertRecentlyAuthenticated(sessionId);
    return this.createOptionsFor(user);
  }

  /** The same for somebody who has proved who they are by a link. Throws TOO_MANY_PASSKEYS and PASSKEYS_UNAVAILABLE. */
  async createOptionsFor(user: PasskeyOwner): Promise<CreationOptions> {
    const { id } = requireParty(this.relyingParty);
    const existing = await selectPasskeys(this.#parts.db, user.id);
    if (existing.length >= MAX_PASSKEYS) throw new AppError('TOO_MANY_PASSKEYS');
    return this.#challenges.createRegistration(
      { kind: 'register', userId: user.id },
      { id, name: this.#parts.env.brand },
      { id: toUserHandle(user), name: user.email, displayName: user.fullName },
      existing.map(toReference),
    );
  }

  /** Throws REAUTHENTICATION_REQUIRED, TOO_MANY_PASSKEYS, PASSKEY_REFUSED and PASSKEYS_UNAVAILABLE. */
  async add(viewer: Viewer, passkey: NewPasskey, origin: Origin): Promise<Passkey> {
    const { db, sessions } = this.#parts;
    const { user, sessionId } = viewer;
    requireParty(this.relyingParty);
    try {
      return await db.transaction(async (tx) => {
        await sessions.lockAuthenticated(tx, viewer);
        const added = await this.addTo(tx, user, passkey, origin);
        await this.#parts.tellOwner(tx, user);
        // The others were opened with the password alone.
        if (user.mustAddSecondFactor) await sessions.endOwn(tx, user.id, { except: sessionId });
        return added;
      });
    } catch (error) {
      if (error instanceof AppError && error.code === 'PASSKEY_REFUSED')
        await logOwnEvent(db, 'passkey_refused', this.#parts.clock(), user, origin);
      throw error;
    }
  }

  /**
   * Adds a passkey to the account of somebody who has proved who they are. Throws TOO_MANY_PASSKEYS, PASSKEYS_UNAVAILABLE,
   * and PASSKEY_REFUSED also if the challenge was used before or the authenticator's id is taken.
   */
  async addTo(
    tx: Transaction,
    user: PasskeyOwner,
    { response, name }: NewPasskey,
    origin: Origin,
  ): Promise<Passkey> {
    const party = requireParty(this.relyingParty);
    const challenge = await this.#challenges.find(response, { kind: 'register', userId: user.id });
    const verified = challenge && (await verifyRegistration(party, response, challenge));
    if (!verified) throw new AppError('PASSKEY_REFUSED');
    const { credential, credentialBackedUp: backedUp } = verified;
    await lockUser(tx, user.id);
    if ((await selectPasskeys(tx, user.id)).length >= MAX_PASSKEYS) throw new AppError('TOO_MANY_PASSKEYS');
    const row =
      (await this.#challenges.use(tx, challenge)) &&
      (await insertPasskey(tx, {
        id: credential.id,
        userId: user.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: response.response.transports,
        backedUp,
        name,
        createdAt: this.#parts.clock(),
      }));
    if (!row) throw new AppError('PASSKEY_REFUSED');
    await logOwnEvent(tx, 'passkey_added', this.#parts.clock(), user, origin);
    return toPasskeyDto(row);
  }

  /** Throws NOT_FOUND, also for a passkey of another account. */
  async rename({ user }: Viewer, id: string, name: string): Promise<Passkey> {
    const row = await updatePasskeyName(this.#parts.db, user.id, id, name);
    if (!row) throw new AppError('NOT_FOUND');
    return toPasskeyDto(row);
  }

  /** Throws REAUTHENTICATION_REQUIRED, LAST_PASSKEY, and NOT_FOUND also for a passkey of another account. */
  async remove(viewer: Viewer, id: string, origin: Origin): Promise<void> {
    const { db, sessions } = this.#parts;
    const { user } = viewer;
    await db.transaction(async (tx) => {
      const account = await sessions.lockAuthenticated(tx, viewer);
      if (!(await deletePasskey(tx, user.id, id))) throw new AppError('NOT_FOUND');
      if (account.passwordHash === null && (await selectPasskeys(tx, user.id)).length === 0)
        throw new AppError('LAST_PASSKEY');
      await logOwnEvent(tx, 'passkey_removed', this.#parts.clock(), user, origin);
      await this.#parts.tellOwner(tx, user);
    });
    sessions.recheckUser(user.id);
  }

  async createConfirmOptions({ user }: Viewer): Promise<RequestOptions> {
    const party = requireParty(this.relyingParty);
    const allowCredentials = (await selectPasskeys(this.#parts.db, user.id)).map(toReference);
    const purpose: ChallengePurpose = { kind: 'confirm', userId: user.id };
    return { ...(await this.#challenges.createRequest(party, purpose)), allowCredentials };
  }

  /** Counts like giving the password again. Throws PASSKEY_REFUSED, PASSKEYS_UNAVAILABLE, TOO_MANY_ATTEMPTS and BUSY. */
  async confirm({ user, sessionId }: Viewer, response: PasskeyAssertion, origin: Origin): Promise<void> {
    const { db, limits, sessions } = this.#parts;
    const party = requireParty(this.relyingParty);
    const countedAs = `passkey:${response.id}`;
    const attempt = {
      email: user.email,
      countedAs,
      user,
      origin,
      sessionId,
      selectedRole: user.role,
      kinds: REFUSED,
    };
    const isConfirmed = await limits.check(attempt, () =>
      db.transaction(async (tx) => {
        if (!(await this.#verify(tx, party, user.id, response, { kind: 'confirm', userId: user.id })))
          return undefined;
        await sessions.confirmAuthentication(tx, sessionId);
        return true;
      }),
    );
    if (!isConfirmed) throw new AppError('PASSKEY_REFUSED');
  }

  /** Returns the enabled account whose passkey signed a valid, unused challenge. */
  async #verify(
    tx: Transaction,
    party: RelyingParty,
    userId: string,
    assertion: PasskeyAssertion,
    purpose: ChallengePurpose,
  ): Promise<UserRow | undefined> {
    const challenge = await this.#challenges.find(assertion, purpose);
    // Disabling waits, and then ends the session opened meanwhile; uses of the passkeys wait for each other.
    const user = await lockUser(tx, userId);
    const passkey = user?.disabledAt === null && (await selectPasskey(tx, userId, assertion.id));
    if (!challenge || !passkey) return undefined;
    const verified = await verifyAssertion(party, assertion, passkey, challenge);
    if (!verified || !(await this.#challenges.use(tx, challenge))) return undefined;
    await updatePasskeyUse(tx, passkey.id, {
      counter: verified.newCounter,
      backedUp: verified.credentialBackedUp,
      lastUsedAt: this.#parts.clock(),
    });
    return user;
  }
}
