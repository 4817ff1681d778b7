/**
 * Characters that a terminal obeys instead of showing them: controls but the line feed, line separators, and those that
 * change the direction of text.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped.
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Text with such characters as `\uXXXX`, so that nobody can forge or hide output; JSON keeps its meaning. */
export const escapeText = (text: string): string =>
  text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
