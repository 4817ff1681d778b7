import { describe, expect, it } from 'vitest';
import { paths } from './paths.ts';

describe('paths', () => {
  it("matches SPEC §2's route table (§2.1)", () => {
    expect(paths.customerMarket('Forex')).toBe('/customer/forex');
    expect(paths.customerMarket('Crypto')).toBe('/customer/crypto');
    expect(paths.history('Forex', 'Leverage')).toBe('/customer/forex/leverage');
    expect(paths.history('Crypto', 'Exchange')).toBe('/customer/crypto/exchange');
    expect(paths.newIdea).toBe('/educator/ideas/new');
  });
});
