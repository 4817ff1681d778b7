import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesText, LEDGER_GENESIS, type LedgerRow } from './ledger.ts';
import { ledgerOf, minute } from './ledger-rows.fixture.ts';
import { faultSentence, type LedgerVerdict, type Sha256, verifyLedger } from './verify-ledger.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const sha256: Sha256 = async (text) => hash(text);
const headOf = (rows: LedgerRow[]) => ({ count: rows.length, head: rows.at(-1)?.hash ?? LEDGER_GENESIS });
const faultIn = (verdict: LedgerVerdict) => (verdict.sound ? null : verdict.fault);
const check = (rows: readonly unknown[]) => verifyLedger(rows, { sha256 });

const chain = ledgerOf(12);
const altered = (index: number, change: (row: LedgerRow) => unknown) =>
  chain.map((row, place) => (place === index ? change(row) : row));

describe('a sound ledger', () => {
  it('is told with its size, its time and its head', async () => {
    expect(await check(chain)).toEqual({
      sound: true,
      count: 12,
      head: chain[11]?.hash,
      ideas: 3,
      withheld: 0,
      firstAt: minute(0),
      lastAt: minute(11),
      remembered: null,
    });
  });

  it('may be empty', async () => {
    expect(await check([])).toMatchObject({ sound: true, count: 0, head: LEDGER_GENESIS, firstAt: null });
  });

  it('verifies where changes are withheld, and counts them', async () => {
    const copy = chain.map((row, index) => (index % 4 === 0 ? { ...row, changes: null } : row));
    expect(await check(copy)).toMatchObject({ sound: true, withheld: 3, head: chain[11]?.hash });
  });

  it('reports progress to its last row, over many batches', async () => {
    const steps: number[] = [];
    const long = ledgerOf(1_203);
    expect(await verifyLedger(long, { sha256, onProgress: (count) => steps.push(count) })).toMatchObject({
      sound: true,
    });
    expect(steps).toEqual([500, 1_000, 1_203]);
  });
});

describe('tampering', () => {
  const changes = [{ field: 'notes', old: null, new: 'better than it was' }];
  const cases: [string, (row: LedgerRow) => unknown, string][] = [
    ['number', (row) => ({ ...row, number: 99 }), 'number'],
    ['idea', (row) => ({ ...row, idea_id: '00000000-0000-4000-8000-000000000009' }), 'header'],
    ['version', (row) => ({ ...row, version: 9 }), 'header'],
    ['action', (row) => ({ ...row, action: 'deleted' }), 'header'],
    ['time', (row) => ({ ...row, at: '2020-01-01T00:00:00.000Z' }), 'header'],
    ['educator', (row) => ({ ...row, educator_id: '2' }), 'header'],
    ['changes', (row) => ({ ...row, changes }), 'changes'],
    ['changes and digest', (row) => ({ ...row, changes, digest: hash(changesText(changes)) }), 'header'],
    ['digest', (row) => ({ ...row, digest: hash('another') }), 'changes'],
    ['hash before', (row) => ({ ...row, prev_hash: hash('another') }), 'link'],
    ['hash', (row) => ({ ...row, hash: hash('another') }), 'header'],
    ['a field nobody vouches for', (row) => ({ ...row, comment: 'trust me' }), 'form'],
    [
      'a part nobody vouches for',
      (row) => ({ ...row, changes: [{ ...row.changes?.[0], by: 'x' }] }),
      'changes',
    ],
    ['a missing part', ({ digest: _, ...row }) => row, 'form'],
    ['no row at all', () => null, 'form'],
  ];

  it.each(cases)('with the %s is found at its row', async (_name, change, kind) => {
    expect(faultIn(await check(altered(5, change)))).toMatchObject({ kind, place: 6 });
  });

  it('is found in the first and the last row too', async () => {
    const age = (row: LedgerRow) => ({ ...row, at: minute(500) });
    expect(faultIn(await check(altered(0, age)))?.place).toBe(1);
    expect(faultIn(await check(altered(11, age)))?.place).toBe(12);
  });

  it('by removing, repeating or moving rows is found', async () => {
    expect(faultIn(await check(chain.toSpliced(4, 1)))).toEqual({ kind: 'number', place: 5, says: 6 });
    expect(faultIn(await check(chain.slice(3)))).toEqual({ kind: 'number', place: 1, says: 4 });
    expect(faultIn(await check(chain.toSpliced(4, 0, chain[3]!)))).toMatchObject({ place: 5 });
    expect(faultIn(await check(chain.with(2, chain[7]!).with(7, chain[2]!)))).toMatchObject({ place: 3 });
  });

  it('by removing a row and numbering the others anew is found at the gap', async () => {
    const renumbered = chain.toSpliced(4, 1).map((row, index) => ({ ...row, number: index + 1 }));
    expect(faultIn(await check(renumbered))).toMatchObject({ kind: 'link', place: 5 });
  });

  it('with any character of any row is found at that row or the next', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(11),
        fc.constantFrom('idea_id', 'at', 'educator_id', 'digest', 'prev_hash', 'hash'),
        fc.nat(63),
        async (index, field, at) => {
          const text = String(chain[index]?.[field as keyof LedgerRow]);
          const place = at % text.length;
          const other = text[place] === '0' ? '1' : '0';
          const changed = `${text.slice(0, place)}${other}${text.slice(place + 1)}`;
          const fault = faultIn(await check(altered(index, (row) => ({ ...row, [field]: changed }))));
          expect([index + 1, index + 2]).toContain(fault?.place);
        },
      ),
    );
  });

  it('is told in a sentence for each kind of fault', () => {
    const kinds = ['form', 'number', 'link', 'changes', 'header'] as const;
    const sentences = kinds.map((kind) => faultSentence({ kind, place: 7, says: 9 }));
    expect(sentences.every((sentence) => sentence.includes('7'))).toBe(true);
    expect(new Set(sentences).size).toBe(kinds.length);
  });
});

describe('what the file alone cannot show', () => {
  it('a cut tail is a sound chain, and only a remembered head tells', async () => {
    const cut = chain.slice(0, 8);
    expect(await check(cut)).toMatchObject({ sound: true, remembered: null });
    expect(await verifyLedger(cut, { sha256, remembered: headOf(chain) })).toMatchObject({
      sound: true,
      remembered: 'shorter',
    });
  });

  it('a chain computed anew is sound, and only a remembered head tells', async () => {
    const anew = ledgerOf(20, 'invented');
    expect(await check(anew)).toMatchObject({ sound: true });
    expect(await verifyLedger(anew, { sha256, remembered: headOf(chain) })).toMatchObject({
      remembered: 'rewritten',
    });
  });

  it('a head remembered earlier is found in the chain that went on from it', async () => {
    for (const count of [0, 1, 7, 12])
      expect(await verifyLedger(chain, { sha256, remembered: headOf(chain.slice(0, count)) })).toMatchObject({
        remembered: 'contained',
      });
  });
});
