import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MultilineText } from './multiline-text.tsx';

beforeEach(() => vi.stubGlobal('location', { origin: 'https://own.test' }));
afterEach(() => vi.unstubAllGlobals());

const render = (text: string) => renderToStaticMarkup(createElement(MultilineText, { text }));

describe('MultilineText', () => {
  test('keeps line breaks and shows them', () => {
    expect(render('First.\n\nSecond.')).toMatch(
      /^<p dir="auto" style="unicode-bidi:plaintext" class="[^"]*whitespace-pre-line[^"]*">First\.\n\nSecond\.<\/p>$/,
    );
  });

  test('opens addresses in a new tab that learns nothing about this page', () => {
    const html = render('See https://example.com/chart.');
    expect(html).toContain(
      '<a href="https://example.com/chart" target="_blank" rel="noopener noreferrer nofollow"',
    );
    expect(html).toContain('>https://example.com/chart</a>.');
  });

  test('makes no link of any other scheme and escapes markup', () => {
    const html = render('javascript:alert(1) data:text/html,x <b>bold</b>');
    expect(html).not.toContain('<a');
    expect(html).toContain('&lt;b&gt;bold&lt;/b&gt;');
  });
});
