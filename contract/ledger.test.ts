import { describe, expect, it } from 'vitest';
import { getLedger, LEDGER_GENESIS, LEDGER_PAGE, serializeContent, serializeHeader } from './ledger.ts';
import { createLedgerRows } from './ledger-rows.fixture.ts';

describe('the format of the ledger', () => {
  it('starts from 64 zeros', () => {
    expect(LEDGER_GENESIS).toBe('0000000000000000000000000000000000000000000000000000000000000000');
  });

  it('produces the hashes that saved heads and downloaded copies were made with', async () => {
    const [first, second] = await createLedgerRows(2, { unsalted: 1 });
    expect(serializeContent(first!)).toBe('[{"field":"notes","new":"kept 0","old":null}]');
    expect(first?.hash).toBe('1da4ce9bff9945df5131d9815ece1dc1ef60a20b6ec6a974847c28a9f71a4927');
    expect(serializeHeader(second!)).toBe(`{"digest":"${second?.digest}","format":2}`);
    expect(second?.hash).toBe('f5b8fce130eba7e93c2e3c92933c9588b4c00df25ee184ba8a0f5ac82dc19893');
  });

  it('rejects content that is not JSON', async () => {
    const [row] = await createLedgerRows(1, { unsalted: 1 });
    expect(() => serializeContent({ ...row!, changes: undefined as never })).toThrow(TypeError);
  });
});

describe('the query of GET /api/ledger', () => {
  const accepts = (query: { cursor?: string; limit?: string }) => getLedger.query.safeParse(query).success;

  it.each(['0', '12', '9'.repeat(15)])('accepts the cursor %s', (cursor) => {
    expect(accepts({ cursor })).toBe(true);
  });

  it.each(['', '9'.repeat(16), 'x1', '1x', '-1'])('rejects the cursor "%s"', (cursor) => {
    expect(accepts({ cursor })).toBe(false);
  });

  it.each(['1', '10', '999', `${LEDGER_PAGE}`])('accepts the limit %s', (limit) => {
    expect(accepts({ limit })).toBe(true);
  });

  it.each(['', '0', '01', 'x1', '1x', 'x1000', '1000x', `${LEDGER_PAGE + 1}`])(
    'rejects the limit "%s"',
    (limit) => {
      expect(accepts({ limit })).toBe(false);
    },
  );
});
