import { describe, expect, it } from 'vitest';
import { createLinkMail } from './account-mails.ts';

const URL = 'https://lark.test.example/invitation#token';
const facts = { to: 'ann@test.example', firstName: 'Ann', brand: 'Lark', url: URL };

describe('createLinkMail', () => {
  it('puts the link on a line of its own', () => {
    for (const kind of ['invitation', 'password_reset', 'email_change'] as const)
      expect(createLinkMail({ ...facts, kind }).text.split('\n')).toContain(URL);
  });

  it('greets without a name when none is known', () => {
    expect(createLinkMail({ ...facts, kind: 'invitation', firstName: '' }).text).toMatch(/^Hi,\n/);
  });

  it('keeps line breaks of names out of the subject and the text', () => {
    const hostile = {
      ...facts,
      kind: 'invitation' as const,
      brand: 'Lark\r\nBcc: all@test.example',
      firstName: 'Ann\n\nhttps://evil.test.example',
    };
    const { subject, text } = createLinkMail(hostile);
    expect(subject).toBe("You're invited to Lark Bcc: all@test.example");
    expect(text.split('\n')).not.toContain('https://evil.test.example');
  });

  it('names browser, network and time of a sign-in', () => {
    const at = new Date('2026-11-23T14:05:30.000Z');
    const mail = {
      ...facts,
      kind: 'not_me',
      event: 'sign_in',
      browser: 'Chrome on Linux',
      network: '192.0.2.x',
      at,
    } as const;
    expect(createLinkMail(mail).text).toContain(
      'signed in to from a new browser: Chrome on Linux, network 192.0.2.x, 23 Nov 2026, 14:05 UTC.',
    );
  });

  it.each(['דניאל (42)', 'أمل!'])('keeps the direction of %s from what follows it', (firstName) => {
    const { text, html } = createLinkMail({ ...facts, kind: 'invitation', firstName });
    expect(text).toContain(`Hi \u2068${firstName}\u2069,\n`);
    expect(html).toContain(`<p dir="auto">Hi \u2068${firstName}\u2069,</p>`);
  });

  it('escapes names in HTML', () => {
    const { html } = createLinkMail({
      ...facts,
      kind: 'invitation',
      firstName: '<img src="x">',
      brand: 'A&B',
    });
    expect(html).toContain('Hi &lt;img src=&quot;x&quot;&gt;,');
    expect(html).toContain('A&amp;B');
    expect(html).not.toContain('<img');
  });
});
