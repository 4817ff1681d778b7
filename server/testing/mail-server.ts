import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';

/** What the server does with a mail; `hang` never answers. */
type Behaviour = 'accept' | 'refuse' | 'delay' | 'hang';

export type TestMailServer = {
  /** SMTP_URL, MAIL_FROM and BASE_URL for an app that sends here. */
  settings: Record<string, string>;
  /** Everything received but notices, oldest first. */
  received: ParsedMail[];
  /** Notices about sign-ins and changes of email, which most tests cause without meaning to. */
  notices: ParsedMail[];
  /** Recipients named by a client, also of mails that were not accepted. */
  recipients: string[];
  behave(behaviour: Behaviour): void;
  /** Waits for the number of mails to this address; returns the last one. */
  waitForMail(to: string, count?: number): Promise<ParsedMail>;
  waitForNotice(to: string, count?: number): Promise<ParsedMail>;
  close(): Promise<void>;
};

const replies: Record<Exclude<Behaviour, 'accept' | 'hang'>, [code: number, text: string]> = {
  refuse: [550, 'no such mailbox'],
  delay: [451, 'try again later'],
};

export const getAddress = (mail: ParsedMail): string =>
  [mail.to].flat().flatMap((list) => list?.value.map(({ address }) => address ?? '') ?? [])[0] ?? '';

/** The link of a mail, which is on a line of its own. */
export const findLink = (mail: ParsedMail): string => /^https?:\S+$/m.exec(mail.text ?? '')?.[0] ?? '';

/** The token of a link. */
export const findToken = (mail: ParsedMail): string => new URL(findLink(mail)).hash.slice(1);

/** A real SMTP server on a free port. */
export const startMailServer = async (baseUrl = 'https://lark.test.example'): Promise<TestMailServer> => {
  let behaviour: Behaviour = 'accept';
  const received: ParsedMail[] = [];
  const notices: ParsedMail[] = [];
  const recipients: string[] = [];
  const server = new SMTPServer({
    // The test has no certificate and no account.
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) => {
      recipients.push(address);
      if (behaviour === 'hang') return;
      if (behaviour === 'accept') return done();
      const [responseCode, text] = replies[behaviour];
      // Like real servers, it quotes the address.
      done(Object.assign(new Error(`<${address}> ${text}`), { responseCode }));
    },
    onData: (stream, _session, done) => {
      simpleParser(stream).then((mail) => {
        (/^New sign-in|was changed$/.test(mail.subject ?? '') ? notices : received).push(mail);
        done();
      }, done);
    },
  });
  // A client that goes away is not the server's failure.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const waitFor = async (mails: ParsedMail[], to: string, count = 1) => {
    const mailsTo = () => mails.filter((mail) => getAddress(mail) === to);
    await expect.poll(() => mailsTo().length).toBeGreaterThanOrEqual(count);
    return mailsTo().at(-1) as ParsedMail;
  };
  return {
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Lark <hello@lark.test.example>',
      BASE_URL: baseUrl,
    },
    received,
    notices,
    recipients,
    behave: (next) => {
      behaviour = next;
    },
    waitForMail: (to, count) => waitFor(received, to, count),
    waitForNotice: (to, count) => waitFor(notices, to, count),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};
