import { describe, expect, it } from 'vitest';
import { isScreenPath } from '../../contract/screen-paths.ts';
import { paths } from './paths.ts';

describe('paths', () => {
  it("matches SPEC §2's route table (§2.1)", () => {
    expect(paths.customerMarket('Forex')).toBe('/customer/forex');
    expect(paths.customerMarket('Crypto')).toBe('/customer/crypto');
    expect(paths.history('Forex', 'Leverage')).toBe('/customer/forex/leverage');
    expect(paths.history('Crypto', 'Exchange')).toBe('/customer/crypto/exchange');
    expect(paths.newIdea).toBe('/educator/ideas/new');
  });

  it('are known to the server, which answers others with 404', () => {
    // The server looks whether there is such a record (server/http/web-app.ts).
    const { publicRecord: _, ...byShape } = paths;
    const examples = {
      ...byShape,
      customerMarket: paths.customerMarket('Crypto'),
      history: paths.history('Forex', 'Exchange'),
      channel: paths.channel('leverage'),
      educatorRecord: paths.educatorRecord('7'),
      idea: paths.idea('6f1c9f0e-0000-4000-8000-000000000001'),
      replay: paths.replay('6f1c9f0e-0000-4000-8000-000000000001'),
      glossaryTerm: paths.glossaryTerm('r'),
    };
    for (const path of Object.values(examples))
      expect(isScreenPath(new URL(path, 'http://a').pathname, paths.educatorLogin), path).toBe(true);
  });
});
