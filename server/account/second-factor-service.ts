import { randomBytes, randomInt } from 'node:crypto';
import { RECOVERY_CODE_COUNT } from '../../contract/account/second-factor.ts';
import type { Transaction } from '../database/connection.ts';
import type { Origin, Viewer } from '../http/viewer.ts';
import { AppError } from '../shared/app-error.ts';
import type { AccountParts } from './account-parts.ts';
import { logOwnEvent } from './sessions/auth-events-db.ts';
import { createTimeCode, findStep, hashRecoveryCode } from './sessions/second-factor.ts';
import {
  countUnusedRecoveryCodes,
  deleteTimeCode,
  replaceRecoveryCodes,
  selectTimeCode,
  selectTimeCodeForUpdate,
  updateTimeCode,
  upsertTimeCode,
} from './sessions/time-codes-db.ts';

/** 118 bits: enough to store a plain hash (ASVS 6.5.2). */
const RECOVERY_CODE_GROUPS = 6;
const GROUP_LENGTH = 4;
/** Without look-alike characters, because codes are typed from paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Random text in groups of 19.8 bits that are easy to type. */
const generateRecoveryCode = (): string =>
  Array.from({ length: RECOVERY_CODE_GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

/** Time-based codes of educators, and the recovery codes beside them. Every change needs a recent password. */
export class SecondFactorService {
  readonly #parts: AccountParts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  async read({ user }: Viewer): Promise<{ timeCode: boolean; recoveryCodesLeft: number }> {
    const timeCode = await selectTimeCode(this.#parts.db, user.id);
    const recoveryCodesLeft = await countUnusedRecoveryCodes(this.#parts.db, user.id);
    return { timeCode: Boolean(timeCode?.confirmedAt), recoveryCodesLeft };
  }

  /** Makes a secret that counts once it is confirmed. Throws REAUTHENTICATION_REQUIRED and SECOND_FACTOR_EXISTS. */
  async start({ user, sessionId }: Viewer): Promise<{ secret: string; uri: string }> {
    await this.#parts.sessions.assertRecentlyAuthenticated(sessionId);
    const secret = randomBytes(SECRET_BYTES);
    if (!(await upsertTimeCode(this.#parts.db, { userId: user.id, secret, createdAt: this.#parts.clock() })))
      throw new AppError('SECOND_FACTOR_EXISTS');
    const timeCode = createTimeCode(secret, user.email, this.#parts.env.brand);
    return { secret: timeCode.secret.base32, uri: timeCode.toString() };
  }

  /**
   * Switches the code on and returns the recovery codes. Throws REAUTHENTICATION_REQUIRED, SECOND_FACTOR_EXISTS, and
   * INVALID_REQUEST for a wrong code.
   */
  async confirm(viewer: Viewer, typed: string, origin: Origin): Promise<{ recoveryCodes: string[] }> {
    const { user, sessionId } = viewer;
    return this.#parts.db.transaction(async (tx) => {
      await this.#parts.sessions.lockAuthenticated(tx, viewer);
      const timeCode = await selectTimeCodeForUpdate(tx, user.id);
      if (timeCode?.confirmedAt) throw new AppError('SECOND_FACTOR_EXISTS');
      const now = this.#parts.clock();
      const lastStep = timeCode && findStep(timeCode, typed, now);
      if (lastStep === undefined)
        throw new AppError('INVALID_REQUEST', {
          fields: {
            code: "That code isn't right. Use the newest code of the entry you added last, and check your phone's clock",
          },
        });
      await updateTimeCode(tx, user.id, { confirmedAt: now, lastStep });
      // Others may have been opened with the password alone.
      await this.#parts.sessions.endOwn(tx, user.id, { except: sessionId });
      await logOwnEvent(tx, 'second_factor_added', now, user, origin);
      await this.#parts.tellOwner(tx, user);
      return this.#issueRecoveryCodes(tx, user.id);
    });
  }

  /** Throws REAUTHENTICATION_REQUIRED and NOT_FOUND. */
  async remove(viewer: Viewer, origin: Origin): Promise<void> {
    const { db, sessions, clock, tellOwner } = this.#parts;
    await db.transaction(async (tx) => {
      await sessions.lockAuthenticated(tx, viewer);
      if (!(await deleteTimeCode(tx, viewer.user.id))) throw new AppError('NOT_FOUND');
      await logOwnEvent(tx, 'second_factor_removed', clock(), viewer.user, origin);
      await tellOwner(tx, viewer.user);
    });
    sessions.recheckUser(viewer.user.id);
  }

  /** Throws REAUTHENTICATION_REQUIRED and NOT_FOUND. */
  async renewRecoveryCodes(viewer: Viewer, origin: Origin): Promise<{ recoveryCodes: string[] }> {
    const { db, sessions, clock, tellOwner } = this.#parts;
    return db.transaction(async (tx) => {
      await sessions.lockAuthenticated(tx, viewer);
      if (!(await selectTimeCodeForUpdate(tx, viewer.user.id))?.confirmedAt) throw new AppError('NOT_FOUND');
      await logOwnEvent(tx, 'recovery_codes_renewed', clock(), viewer.user, origin);
      await tellOwner(tx, viewer.user);
      return this.#issueRecoveryCodes(tx, viewer.user.id);
    });
  }

  async #issueRecoveryCodes(tx: Transaction, userId: string): Promise<{ recoveryCodes: string[] }> {
    const recoveryCodes = Array.from({ length: RECOVERY_CODE_COUNT }, generateRecoveryCode);
    await replaceRecoveryCodes(tx, userId, recoveryCodes.map(hashRecoveryCode));
    return { recoveryCodes };
  }
}
