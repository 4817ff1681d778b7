import type { TaskList } from 'graphile-worker';
import { LINK_LIFETIME_MS } from '../../../contract/account-links.ts';
import type { Clock } from '../../clock.ts';
import type { Connection, Db } from '../../database/connection.ts';
import type { Env } from '../../env.ts';
import { addJob, selectMissingJobs } from '../../jobs/jobs-db.ts';
import { createLinkMail } from '../../mail/link-mails.ts';
import type { Mailer } from '../../mail/mailer.ts';
import {
  countLinksSince,
  type LinkRow,
  selectLinkToSend,
  selectNewestInvitation,
  selectUnsentLinks,
  updateLinkToken,
} from '../../users/account-links-db.ts';
import { lockUser } from '../../users/users-db.ts';
import {
  type AccountLinkKind,
  canHavePassword,
  createLinkToken,
  createLinkUrl,
  createMailJob,
  getLinkExpiry,
  hashLinkToken,
  isInvited,
  queueLink,
  SEND_LINK,
  SENDING_MS,
} from './account-links.ts';

const FORGOTTEN_PASSWORD = 'forgotten_password';
/** Mails that an account can cause in an hour. */
export const MAX_MAILS = 5;
export const WINDOW_MS = 60 * 60_000;

/** The job that answers a forgotten password. An address without an account gets one too, for nobody. */
export const enqueueForgottenPassword = (db: Connection, userId: string): Promise<void> =>
  addJob(db, { task: FORGOTTEN_PASSWORD, payload: { user: userId } });

const isMailed = (link: LinkRow): link is LinkRow & { kind: AccountLinkKind } =>
  link.kind in LINK_LIFETIME_MS;

/** Sends links by mail. Every step may run twice, because jobs run at least once. */
export class LinkJobs {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #env: Pick<Env, 'baseUrl' | 'port' | 'brand'>;
  readonly #mailer: Mailer;
  readonly tasks: TaskList = {
    [SEND_LINK]: (payload) => this.send((payload as { link: string }).link),
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
    if (!found || !isMailed(found.link)) return;
    const { link, user } = found;
    const token = createLinkToken();
    // Stored first: a mail that arrives has a link that works.
    await updateLinkToken(this.#db, id, hashLinkToken(token), getLinkExpiry(link.kind, this.#clock()));
    const mail = createLinkMail(link.kind, {
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

  /** Queues a reset, or the invitation again for somebody who has not accepted it. */
  answerForgottenPassword(userId: string): Promise<void> {
    return this.#db.transaction(async (tx) => {
      const now = this.#clock();
      // Locked, so that parallel requests respect the limit together.
      const user = await lockUser(tx, userId);
      if (!user || user.disabledAt !== null || !canHavePassword(user)) return;
      const since = new Date(now.getTime() - WINDOW_MS);
      if ((await countLinksSince(tx, userId, since)) >= MAX_MAILS) return;
      if (!isInvited(user)) return queueLink(tx, userId, 'password_reset', now);
      // An invitation that the operator revoked stays revoked.
      const invitation = await selectNewestInvitation(tx, userId);
      if (invitation?.revokedAt === null) await queueLink(tx, userId, 'invitation', now);
    });
  }

  /** Queues links that lost their job, which a backup does not contain. */
  async sweep(): Promise<void> {
    const unsent = (await selectUnsentLinks(this.#db, this.#clock())).filter(isMailed).map(createMailJob);
    for (const job of await selectMissingJobs(this.#db, unsent)) await addJob(this.#db, job);
  }
}
