import { pino } from 'pino';
import { expect, it } from 'vitest';
import { startMailServer } from '../../testing/mail-server.ts';
import { MailDelayedError, Mailer } from './mailer.ts';

it('gives up a mail server that does not respond, says so once, and sends again when it responds', async () => {
  const server = await startMailServer();
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line).msg) });
  const { SMTP_URL: smtpUrl = '', MAIL_FROM: from = '' } = server.settings;
  const mailer = new Mailer({ smtpUrl, from }, log);
  const send = () =>
    mailer.send({ to: 'reader@test.example', subject: 'Hello', text: 'Hi', html: '<p>Hi</p>' });
  server.behave('hang');
  const results = await Promise.allSettled([send(), send()]);
  for (const result of results) expect(result).toMatchObject({ reason: expect.any(MailDelayedError) });
  server.behave('accept');
  expect(await send()).toBe(true);
  await server.waitForMail('reader@test.example');
  expect(mailer.counts).toEqual({ sent: 1, refused: 0, delayed: 2 });
  expect(logged).toEqual(['Mail is delayed: the mail server does not take it', 'Mail is sent again']);
  await server.close();
});
