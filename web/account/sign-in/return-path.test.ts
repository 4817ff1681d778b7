import { describe, expect, it } from 'vitest';
import { createLoginPath, parseReturnPath } from './return-path.ts';

const origin = 'https://chartlark.example';
const back = (page: string) => parseReturnPath(`from=${encodeURIComponent(page)}`, origin);

describe('the return path', () => {
  it('keeps the query of the page', () => {
    const [, search] = createLoginPath('/customer/forex?direction=Bullish').split('?from=');
    expect(parseReturnPath(`from=${search}`, origin)).toBe('/customer/forex?direction=Bullish');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/.//evil.example/x',
    '/a/..//evil.example',
    '',
  ])('never returns to another site: %j', (page) => expect(back(page)).toBeNull());
});
