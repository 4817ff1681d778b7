import type { IssuedLink } from '../account/links/operator-links-service.ts';

export const printOption = { print: { type: 'boolean' } } as const;

export const printHelp = `The link is sent by mail where SMTP_URL is set, and printed otherwise or with --print. Printed links begin with BASE_URL.
Only a hash of the link is stored.`;

/** Lines about an issued link: the link, or that a mail is on its way. */
export const formatLink = ({ email, url }: IssuedLink, validity: string): string[] =>
  url === null
    ? [`The link is sent to ${email} by mail.`]
    : [
        `Link: ${url}`,
        `It works once, for ${validity}. It is shown only now. Send it over a secure channel.`,
      ];
