import { isolateDirection } from '../../../contract/shared/text.ts';
import { escapeHtml } from '../../shared/escape-text.ts';
import type { Mail } from './mailer.ts';

/** What an owner is told about, and how. */
const notices = {
  sign_in: 'was signed in to from a new browser',
  email_changed: 'has a new email',
  password_changed: 'has a new password',
  password_reset: 'has a new password',
  passkey_added: 'has a new passkey',
  passkey_removed: 'has a passkey less',
  second_factor_added: 'asks for codes from an app now',
  second_factor_removed: 'asks for no codes from an app any more',
  recovery_codes_renewed: 'has new recovery codes',
  token_added: 'has a new API token or feed address',
};
export type NoticeKind = keyof typeof notices;
export const noticeKinds = Object.keys(notices) as NoticeKind[];

/** What a mail is about. */
export type LinkMailContent =
  | { kind: 'invitation' | 'password_reset' | 'email_change' }
  | { kind: 'not_me'; event: NoticeKind; browser: string; network: string; at: Date };

type LinkMail = LinkMailContent & {
  to: string;
  /** Empty if it is not known. */
  firstName: string;
  brand: string;
  url: string;
};

type Text = { subject: string; request: string; validity: string; otherwise: string };

const utcTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

const describeContent = (content: LinkMailContent, brand: string): Text => {
  switch (content.kind) {
    case 'invitation':
      return {
        subject: `You're invited to ${brand}`,
        request: `You've been invited to ${brand}. Open this link to set up your account:`,
        validity: 'The link works once, for 7 days.',
        otherwise: "If you didn't expect this email, you can ignore it.",
      };
    case 'password_reset':
      return {
        subject: `Reset your ${brand} password`,
        request: `We received a request to reset your ${brand} password. Open this link to choose a new one:`,
        validity: 'The link works once, for 30 minutes.',
        otherwise: "If this wasn't you, ignore this email. Your password stays as it is.",
      };
    case 'email_change':
      return {
        subject: `Confirm your email for ${brand}`,
        request: `This address was given for an account of ${brand}. Open this link to use it there from now on:`,
        validity: 'The link works once, for 24 hours.',
        otherwise: "If this wasn't you, ignore this email. Nothing changes.",
      };
    case 'not_me':
      return {
        subject:
          content.event === 'sign_in' ? `New sign-in to ${brand}` : `Your ${brand} account was changed`,
        request: `Your ${brand} account ${notices[content.event]}: ${content.browser}, network ${content.network}, ${utcTime.format(content.at)} UTC. If this wasn't you, open this link to log out everywhere and secure your account:`,
        validity: 'The link works once, for 3 days.',
        otherwise: "If this was you, there's nothing to do.",
      };
  }
};

/** Names and brand become single lines: a line break must not start a header or a paragraph. */
const toOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** A mail with a link, as plain text and as HTML without images or colours, so that it suits light and dark. */
export const createLinkMail = (mail: LinkMail): Mail => {
  const { to, url } = mail;
  const brand = toOneLine(mail.brand);
  const firstName = isolateDirection(toOneLine(mail.firstName));
  const { subject, request, validity, otherwise } = describeContent(mail, brand);
  // An unconfirmed address gets no text that the sender of the request chose.
  const greeting = firstName && mail.kind !== 'email_change' ? `Hi ${firstName},` : 'Hi,';
  const paragraphs = [greeting, request, url, validity, otherwise, brand];
  const html = paragraphs
    .map((text) => {
      const escaped = escapeHtml(text);
      return `<p dir="auto">${text === url ? `<a href="${escaped}">${escaped}</a>` : escaped}</p>`;
    })
    .join('\n');
  return {
    to,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="font: 16px/1.5 system-ui, sans-serif; max-width: 36em; overflow-wrap: anywhere">
${html}
</body>
</html>
`,
  };
};
