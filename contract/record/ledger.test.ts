import { describe, expect, it } from 'vitest';
import { getLedger, LEDGER_GENESIS, LEDGER_PAGE, serializeContent } from './ledger.ts';
import { createLedgerRows } from './ledger-rows.fixture.ts';

describe('the format of the ledger', () => {
  it('starts from 64 zeros', () => {
    expect(LEDGER_GENESIS).toBe('0000000000000000000000000000000000000000000000000000000000000000');
  });

  it('produces the hashes that saved heads and downloaded copies were made with', async () => {
    const [first, second] = await createLedgerRows(2);
    expect(serializeContent(first!)).toBe(
      '{"action":"created","at":"2026-01-01T00:00:00.000Z","changes":[{"field":"notes","new":"kept 0","old":null}],' +
        `"educator_id":"1","idea_id":"00000000-0000-4000-8000-000000000000","salt":"${first?.salt}","version":1}`,
    );
    expect(first?.hash).toBe('6dc3ceb724f23dcaa318bf1bc2b979586e5f3841985cbec671a963a4994d773c');
    expect(second?.hash).toBe('0c56e4cee83d1f56c4e2e26542ae28504a2312b593c5033c25601e79e964b8d7');
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
