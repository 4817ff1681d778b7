import { describe, expect, it } from 'vitest';
import { createLinkMail } from './link-mails.ts';

const URL = 'https://lark.test.example/invitation#token';
const facts = { to: 'ann@test.example', firstName: 'Ann', brand: 'Lark', url: URL };

describe('createLinkMail', () => {
  it('has the link on a line of its own', () => {
    for (const kind of ['invitation', 'password_reset'] as const)
      expect(createLinkMail(kind, facts).text.split('\n')).toContain(URL);
  });

  it('greets without a name when none is known', () => {
    expect(createLinkMail('invitation', { ...facts, firstName: '' }).text).toMatch(/^Hi,\n/);
  });

  it('keeps line breaks of names out of the subject and the text', () => {
    const hostile = {
      ...facts,
      brand: 'Lark\r\nBcc: all@test.example',
      firstName: 'Ann\n\nhttps://evil.test.example',
    };
    const { subject, text } = createLinkMail('invitation', hostile);
    expect(subject).toBe("You're invited to Lark Bcc: all@test.example");
    expect(text.split('\n')).not.toContain('https://evil.test.example');
  });

  it('escapes names in HTML', () => {
    const { html } = createLinkMail('invitation', { ...facts, firstName: '<img src="x">', brand: 'A&B' });
    expect(html).toContain('Hi &lt;img src=&quot;x&quot;&gt;,');
    expect(html).toContain('A&amp;B');
    expect(html).not.toContain('<img');
  });
});
