import type { Mail } from './mailer.ts';

export type LinkMail = {
  to: string;
  /** Empty if it is not known. */
  firstName: string;
  brand: string;
  url: string;
};

type Text = { subject: string; request: string; validity: string; otherwise: string };

const texts = {
  invitation: (brand) => ({
    subject: `You're invited to ${brand}`,
    request: `You've been invited to ${brand}. Open this link to set up your account:`,
    validity: 'The link works once, for 7 days.',
    otherwise: "If you didn't expect this email, you can ignore it.",
  }),
  password_reset: (brand) => ({
    subject: `Reset your ${brand} password`,
    request: `We received a request to reset your ${brand} password. Open this link to choose a new one:`,
    validity: 'The link works once, for 30 minutes.',
    otherwise: "If this wasn't you, ignore this email. Your password stays as it is.",
  }),
  email_change: (brand) => ({
    subject: `Confirm your email for ${brand}`,
    request: `This address was given for an account of ${brand}. Open this link to use it there from now on:`,
    validity: 'The link works once, for 24 hours.',
    otherwise: "If this wasn't you, ignore this email. Nothing changes.",
  }),
} satisfies Record<string, (brand: string) => Text>;

export type LinkMailKind = keyof typeof texts;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** Names and brand become single lines: a line break must not start a header or a paragraph. */
const toOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** A mail with a link, as plain text and as HTML without images or colours, so that it suits light and dark. */
export const createLinkMail = (kind: LinkMailKind, { to, url, ...names }: LinkMail): Mail => {
  const brand = toOneLine(names.brand);
  const firstName = toOneLine(names.firstName);
  const { subject, request, validity, otherwise } = texts[kind](brand);
  const greeting = firstName ? `Hi ${firstName},` : 'Hi,';
  const paragraphs = [greeting, request, url, validity, otherwise, brand];
  const html = paragraphs
    .map((text) => {
      const escaped = escapeHtml(text);
      return `<p>${text === url ? `<a href="${escaped}">${escaped}</a>` : escaped}</p>`;
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
