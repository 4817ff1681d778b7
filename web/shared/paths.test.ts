import { describe, expect, it } from 'vitest';
import { paths } from './paths.ts';

describe('paths', () => {
  it("are SPEC §2's route table", () => {
    expect(paths.customerMarket('Forex')).toBe('/customer/forex');
    expect(paths.customerMarket('Crypto')).toBe('/customer/crypto');
    expect(paths.history('Forex', 'Leverage')).toBe('/customer/forex/leverage');
    expect(paths.history('Crypto', 'Exchange')).toBe('/customer/crypto/exchange');
    expect(paths.newIdea).toBe('/educator/ideas/new');
  });

  it('keep a slug within its own part of the address', () => {
    expect(paths.educatorSlug('a/b')).toBe('/educator/a%2Fb');
  });
});
