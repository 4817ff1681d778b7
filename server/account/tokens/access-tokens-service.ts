import { hash, randomBytes } from 'node:crypto';
import {
  type AccessToken,
  type AccessTokenKind,
  type createAccessToken,
  MAX_ACCESS_TOKENS,
  TOKEN_PREFIX,
} from '../../../contract/account/access-tokens.ts';
import type { RouteBody, RouteResponse } from '../../../contract/shared/route.ts';
import type { TokenAccess } from '../../../contract/token-access.ts';
import { classifyDatabaseError } from '../../database/database-errors.ts';
import type { Origin, Viewer } from '../../http/viewer.ts';
import { AppError } from '../../shared/app-error.ts';
import type { AccountParts } from '../account-parts.ts';
import { logOwnEvent } from '../sessions/auth-events-db.ts';
import { toUserDto } from '../users/users-service.ts';
import {
  type AccessTokenRow,
  deleteAccessToken,
  insertAccessToken,
  selectAccessTokens,
  selectActiveToken,
  updateTokenUse,
} from './access-tokens-db.ts';

/** The prefix and 32 random bytes in base64url. Others are rejected without a query. */
const TOKEN = new RegExp(`^${TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`);
const USE_ACCURACY_MS = 60 * 60_000;

const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

const toDto = ({ id, kind, name, createdAt, lastUsedAt }: AccessTokenRow): AccessToken => ({
  id,
  kind,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** Personal tokens for the API, and secret addresses of feeds. Looked up at each use, so that a revoked one ends at once. */
export class AccessTokensService {
  readonly #parts: AccountParts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** The caller of a token for the API. Throws TOKEN_ENDED, and FORBIDDEN if it may not do what is `needed`. */
  async find(token: string, needed: TokenAccess): Promise<Viewer> {
    const found = await this.#find(token, ['read', 'publish']);
    if (!found) throw new AppError('TOKEN_ENDED');
    const { token: row, user } = found;
    if (needed === 'publish' && row.kind === 'read') throw new AppError('FORBIDDEN');
    const since = row.createdAt.getTime();
    // No session has this id, so whatever needs one refuses a token.
    return {
      sessionId: row.id,
      signedInAt: since,
      user: toUserDto(user),
      expiresAt: Number.POSITIVE_INFINITY,
      renewedAt: since,
    };
  }

  /** The id of a feed address; undefined if it is unknown. */
  async findFeed(token: string): Promise<string | undefined> {
    const found = await this.#find(token, ['feed']);
    return found?.token.id;
  }

  async list({ user }: Viewer): Promise<AccessToken[]> {
    return (await selectAccessTokens(this.#parts.db, user.id)).map(toDto);
  }

  /** Throws FORBIDDEN, REAUTHENTICATION_REQUIRED and TOO_MANY_TOKENS. */
  create(
    viewer: Viewer,
    { kind, name }: RouteBody<typeof createAccessToken>,
    origin: Origin,
  ): Promise<RouteResponse<typeof createAccessToken>> {
    const { db, sessions, clock, tellOwner } = this.#parts;
    const { user } = viewer;
    if (kind === 'publish' && user.role !== 'educator') throw new AppError('FORBIDDEN');
    return db.transaction(async (tx) => {
      await sessions.lockAuthenticated(tx, viewer);
      if ((await selectAccessTokens(tx, user.id)).length >= MAX_ACCESS_TOKENS)
        throw new AppError('TOO_MANY_TOKENS');
      const secret = TOKEN_PREFIX + randomBytes(32).toString('base64url');
      const now = clock();
      const token = { userId: user.id, kind, name, tokenHash: hashToken(secret), createdAt: now };
      const row = await insertAccessToken(tx, token);
      await logOwnEvent(tx, 'token_added', now, user, origin);
      await tellOwner(tx, user);
      return { ...toDto(row), secret };
    });
  }

  /** Throws NOT_FOUND, also for a token of another user. */
  revoke({ user }: Viewer, id: string, origin: Origin): Promise<void> {
    return this.#parts.db.transaction(async (tx) => {
      if (!(await deleteAccessToken(tx, user.id, id))) throw new AppError('NOT_FOUND');
      await logOwnEvent(tx, 'token_revoked', this.#parts.clock(), user, origin);
    });
  }

  async #find(token: string, kinds: AccessTokenKind[]) {
    if (!TOKEN.test(token)) return undefined;
    const { db, clock, env } = this.#parts;
    const found = await selectActiveToken(db, hashToken(token), kinds);
    if (!found) return undefined;
    // Whoever made it may have had the password alone.
    if (env.educatorSecondFactor === 'required' && found.user.role === 'educator' && !found.hasSecondFactor)
      return undefined;
    const now = clock();
    if (now.getTime() - (found.token.lastUsedAt?.getTime() ?? 0) >= USE_ACCURACY_MS)
      // Reading goes on while nothing can be written.
      await updateTokenUse(db, found.token.id, now).catch((error: unknown) => {
        if (!classifyDatabaseError(error)) throw error;
      });
    return found;
  }
}
