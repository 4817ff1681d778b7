import type { TaskList } from 'graphile-worker';
import { deviceName } from '../../../contract/account/device-name.ts';
import type { Connection, Db } from '../../database/connection.ts';
import { addJob } from '../../jobs/jobs-db.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Env } from '../../shared/env.ts';
import { selectNoticedEvent } from '../accounts-db.ts';
import { createLinkMail, type LinkMailContent, type NoticeKind, noticeKinds } from '../mail/account-mails.ts';
import type { Mailer } from '../mail/mailer.ts';
import {
  type LinkRow,
  selectLinkToSend,
  selectNewestInvitation,
  updateLinkToken,
} from '../users/account-links-db.ts';
import { lockUser, selectAccountByEmail } from '../users/users-db.ts';
import {
  canHavePassword,
  createLinkToken,
  createLinkUrl,
  getLinkExpiry,
  hashLinkToken,
  hasReachedMailLimit,
  isInvited,
  queueFurtherLink,
  SEND_LINK,
  SENDING_MS,
} from './account-links.ts';

const FORGOTTEN_PASSWORD = 'forgotten_password';

/** The job that answers a forgotten password. An address without an account gets one that does nothing. */
export const enqueueForgottenPassword = (db: Connection, userId: string): Promise<void> =>
  addJob(db, { task: FORGOTTEN_PASSWORD, payload: { user: userId } });

/** Sends links by mail. Every step may run twice, because jobs run at least once. */
export class LinkJobs {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #env: Pick<Env, 'baseUrl' | 'port' | 'brand'>;
  readonly #mailer: Mailer;
  readonly serialTasks: TaskList = {
    [SEND_LINK]: (payload) => this.send((payload as { link: string }).link),
  };
  readonly tasks: TaskList = {
    [FORGOTTEN_PASSWORD]: (payload) => this.answerForgottenPassword((payload as { user: string }).user),
  };

  constructor(db: Db, clock: Clock, env: Pick<Env, 'baseUrl' | 'port' | 'brand'>, mailer: Mailer) {
    this.#db = db;
    this.#clock = clock;
    this.#env = env;
    this.#mailer = mailer;
  }

  /** Sends a link with a new token. Throws MailDelayedError, so that the job is tried again. */
  async send(id: string): Promise<void> {
    const found = await selectLinkToSend(this.#db, id);
    if (!found) return;
    const { link, user } = found;
    const token = createLinkToken();
    // Stored first: a mail that arrives has a link that works.
    await updateLinkToken(this.#db, id, hashLinkToken(token), getLinkExpiry(link.kind, this.#clock()));
    // Only now: an export must not tell by the row which addresses are taken.
    if (link.kind === 'email_change' && (await selectAccountByEmail(this.#db, link.email ?? ''))) return;
    const mail = createLinkMail({
      ...(link.kind === 'not_me' ? await this.#describeNotice(link) : { kind: link.kind }),
      to: link.email ?? user.email,
      firstName: user.firstName,
      brand: this.#env.brand,
      url: createLinkUrl(this.#env, link.kind, token),
    });
    const withdraw = (expiresAt: Date) => updateLinkToken(this.#db, id, null, expiresAt);
    const isSent = await this.#mailer.send(mail).catch(async (error: unknown) => {
      await withdraw(new Date(this.#clock().getTime() + SENDING_MS));
      throw error;
    });
    if (!isSent) await withdraw(this.#clock());
  }

  /** What a notice is about, with its browser and network. */
  async #describeNotice({ userId, createdAt }: LinkRow): Promise<LinkMailContent> {
    const found = await selectNoticedEvent(this.#db, userId, noticeKinds, createdAt);
    const { kind = 'sign_in', userAgent = null, address: network = 'unknown', at = createdAt } = found ?? {};
    return { kind: 'not_me', event: kind as NoticeKind, browser: deviceName(userAgent), network, at };
  }

  /**
   * Queues a reset, or the invitation again for somebody who has not accepted it. Anybody can ask for it, so it takes no
   * earlier link from the owner.
   */
  answerForgottenPassword(userId: string): Promise<void> {
    return this.#db.transaction(async (tx) => {
      const now = this.#clock();
      // Locked, so that parallel requests respect the limit together.
      const user = await lockUser(tx, userId);
      if (!user || user.disabledAt !== null || !canHavePassword(user)) return;
      if (await hasReachedMailLimit(tx, userId, ['invitation', 'password_reset'], now)) return;
      if (!isInvited(user)) return queueFurtherLink(tx, userId, 'password_reset', now);
      // An invitation that the operator revoked stays revoked, and one that was accepted is over.
      const invitation = await selectNewestInvitation(tx, userId);
      if (invitation?.revokedAt === null && invitation.usedAt === null)
        await queueFurtherLink(tx, userId, 'invitation', now);
    });
  }
}
