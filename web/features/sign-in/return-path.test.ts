import { describe, expect, it } from 'vitest';
import { loginFor, returnPath } from './return-path.ts';

const origin = 'https://chartlark.example';
const back = (page: string) => returnPath(`from=${encodeURIComponent(page)}`, origin);

describe('the return path', () => {
  it('keeps the query of the page', () => {
    const [, search] = loginFor('/customer/forex?idea=7').split('?from=');
    expect(returnPath(`from=${search}`, origin)).toBe('/customer/forex?idea=7');
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
  ])('is never on another site: %j', (page) => expect(back(page)).toBeNull());
});
