import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createLedgerRows } from '../../../contract/record/ledger-rows.fixture.ts';
import { checkLedgerFile, type LedgerCheckStep } from './check-ledger-file.ts';

const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex');

const collectSteps = async (file: Blob, compared: { count: number; head: string } | null = null) => {
  const steps: LedgerCheckStep[] = [];
  await checkLedgerFile({ file, compared }, sha256, (step) => steps.push(step));
  return steps;
};
const toFile = (content: unknown) => new Blob([JSON.stringify(content)]);

describe('checkLedgerFile', () => {
  it('reports progress for each batch and ends with the result', async () => {
    const rows = await createLedgerRows(1_200);
    const steps = await collectSteps(toFile(rows), { count: 700, head: rows[699]!.hash });
    expect(steps.slice(0, -1)).toEqual(
      [0, 500, 1_000, 1_200].map((checked) => ({ state: 'checking', checked, total: 1_200 })),
    );
    expect(steps.at(-1)).toMatchObject({
      state: 'done',
      result: { valid: true, count: 1_200, comparison: 'contained' },
    });
  });

  it('stops at the first row that breaks the chain', async () => {
    const rows = await createLedgerRows(20);
    rows[6] = { ...rows[6]!, educator_id: '2' };
    expect((await collectSteps(toFile(rows))).at(-1)).toEqual({
      state: 'done',
      result: { valid: false, error: { kind: 'content', position: 7 } },
    });
  });

  it('returns an error for a file without a list of rows', async () => {
    expect(await collectSteps(new Blob(['[{"number":1},']))).toEqual([
      { state: 'unreadable', error: expect.stringContaining("isn't a valid change log file") },
    ]);
    const unreadable = { text: () => Promise.reject(new Error('NotReadableError')) } as unknown as Blob;
    expect(await collectSteps(unreadable)).toEqual([
      { state: 'unreadable', error: "Couldn't read this file." },
    ]);
  });
});
