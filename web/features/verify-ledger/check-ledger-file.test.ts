import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createLedgerRows } from '../../../contract/ledger-rows.fixture.ts';
import { checkLedgerFile, type LedgerStep } from './check-ledger-file.ts';

const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex');

const stepsOf = async (file: Blob, compared: { count: number; head: string } | null = null) => {
  const steps: LedgerStep[] = [];
  await checkLedgerFile({ file, compared }, sha256, (step) => steps.push(step));
  return steps;
};
const fileOf = (content: unknown) => new Blob([JSON.stringify(content)]);

describe('the check of a ledger file', () => {
  it('says how far it is, batch by batch, and ends with the verdict', async () => {
    const rows = createLedgerRows(1_200);
    const steps = await stepsOf(fileOf(rows), { count: 700, head: rows[699]!.hash });
    expect(steps.slice(0, -1)).toEqual(
      [0, 500, 1_000, 1_200].map((checked) => ({ state: 'checking', checked, total: 1_200 })),
    );
    expect(steps.at(-1)).toMatchObject({
      state: 'done',
      verdict: { valid: true, count: 1_200, comparison: 'contained' },
    });
  });

  it('ends at the first row that breaks the chain', async () => {
    const rows = createLedgerRows(20);
    rows[6] = { ...rows[6]!, educator_id: '2' };
    expect((await stepsOf(fileOf(rows))).at(-1)).toEqual({
      state: 'done',
      verdict: { valid: false, fault: { kind: 'header', position: 7, claimedNumber: 7 } },
    });
  });

  it('ends with a reason where there is no list of rows to read', async () => {
    expect(await stepsOf(new Blob(['[{"number":1},']))).toEqual([
      { state: 'unreadable', fault: expect.stringContaining('not JSON') },
    ]);
    const gone = { text: () => Promise.reject(new Error('NotReadableError')) } as unknown as Blob;
    expect(await stepsOf(gone)).toEqual([{ state: 'unreadable', fault: 'This file could not be read.' }]);
  });
});
