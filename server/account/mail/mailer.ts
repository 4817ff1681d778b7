import type { FastifyBaseLogger } from 'fastify';
import { createTransport, type Transporter } from 'nodemailer';
import type { Env } from '../../shared/env.ts';

export type Mail = { to: string; subject: string; text: string; html: string };

/** For connecting and sending together: a server that hangs must not keep a worker for longer. */
const SEND_TIMEOUT_MS = 15_000;

type SmtpError = Error & { code?: string; responseCode?: number; command?: string };

/** The mail server could not take a mail now. Has no text of the server, which may quote the address. */
export class MailDelayedError extends Error {
  override name = 'MailDelayedError';
}

/** Sends mails over SMTP, one connection each. */
export class Mailer {
  readonly #transport: Transporter;
  readonly #from: string;
  readonly #log: FastifyBaseLogger;
  readonly #stopping = new AbortController();
  #isFailing = false;
  readonly counts = { sent: 0, refused: 0, delayed: 0 };

  constructor({ smtpUrl, from }: NonNullable<Env['mail']>, log: FastifyBaseLogger) {
    this.#transport = createTransport({ url: smtpUrl, disableFileAccess: true, disableUrlAccess: true });
    this.#from = from;
    this.#log = log;
  }

  /** Returns false if the server refused the recipient or the mail for good. Throws MailDelayedError. */
  async send({ to, ...mail }: Mail): Promise<boolean> {
    try {
      await this.#transport.sendMail({
        ...mail,
        from: this.#from,
        // As an object the address is never parsed as a list.
        to: { name: '', address: to },
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.any([AbortSignal.timeout(SEND_TIMEOUT_MS), this.#stopping.signal]),
      });
    } catch (error) {
      const { code, responseCode, command } = error as SmtpError;
      const isRefused = (command === 'RCPT TO' || command === 'DATA') && (responseCode ?? 0) >= 500;
      if (isRefused) {
        this.counts.refused += 1;
        this.#log.warn({ code: responseCode }, 'The mail server refused a mail for good');
        return false;
      }
      this.counts.delayed += 1;
      const reason = [code, command, responseCode].filter(Boolean).join(' ');
      if (!this.#isFailing && !this.#stopping.signal.aborted)
        this.#log.warn({ reason }, 'Mail is delayed: the mail server does not take it');
      this.#isFailing = true;
      throw new MailDelayedError(`The mail server does not take mail (${reason})`);
    }
    this.counts.sent += 1;
    if (this.#isFailing) this.#log.info('Mail is sent again');
    this.#isFailing = false;
    return true;
  }

  /** Aborts what is being sent; its jobs are tried again. */
  stop(): void {
    this.#stopping.abort();
  }
}
