import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IdeaRevision } from '../ideas/idea-revisions.ts';
import { LEDGER_GENESIS, redactRow, revisionHashInput, serializeChange, serializeContent } from './ledger.ts';
import { createLedgerRows, timeAtMinute } from './ledger-rows.fixture.ts';
import { describeLedgerError, type LedgerVerification, type Sha256, verifyLedger } from './verify-ledger.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const sha256: Sha256 = async (text) => hash(text);
const readHead = (rows: IdeaRevision[]) => ({
  count: rows.length,
  head: rows.at(-1)?.hash ?? LEDGER_GENESIS,
});
const getError = (result: LedgerVerification) => (result.valid ? null : result.error);
const check = (rows: readonly unknown[]) => verifyLedger(rows, { sha256 });

const chain = await createLedgerRows(12);
const alterRow = (index: number, change: (row: IdeaRevision) => unknown) =>
  chain.map((row, place) => (place === index ? change(row) : row));

describe('verifyLedger on an intact ledger', () => {
  it('reports size, time and head', async () => {
    expect(await check(chain)).toEqual({
      valid: true,
      count: 12,
      head: chain[11]?.hash,
      ideas: 3,
      redacted: 0,
      firstAt: timeAtMinute(0),
      lastAt: timeAtMinute(11),
      comparison: null,
    });
  });

  it('accepts an empty ledger', async () => {
    expect(await check([])).toMatchObject({ count: 0, head: LEDGER_GENESIS, firstAt: null, lastAt: null });
  });

  it('verifies redacted rows and counts them', async () => {
    const copy = chain.map((row, index) => (index % 4 === 0 ? redactRow(row) : row));
    expect(Object.keys(copy[8] as object)).toEqual(['number', 'digest', 'prev_hash', 'hash']);
    expect(await check(copy)).toMatchObject({ valid: true, redacted: 3, ideas: 3, head: chain[11]?.hash });
  });

  it('reports the first and last visible time when both ends are redacted', async () => {
    const rows = await createLedgerRows(4);
    const copy = [redactRow(rows[0]!), rows[1], rows[2], redactRow(rows[3]!)];
    expect(await check(copy)).toMatchObject({ firstAt: timeAtMinute(1), lastAt: timeAtMinute(2), ideas: 2 });
    expect(await check(rows.map(redactRow))).toMatchObject({ redacted: 4, ideas: 0, firstAt: null });
  });

  it('reports progress up to the last row over several batches', async () => {
    const steps: number[] = [];
    const onProgress = (count: number) => steps.push(count);
    const long = await createLedgerRows(1_203);
    expect(await verifyLedger(long, { sha256, onProgress })).toMatchObject({ valid: true });
    expect(steps).toEqual([500, 1_000, 1_203]);
    await verifyLedger(long.slice(0, 1_000), { sha256, onProgress });
    expect(steps.slice(3)).toEqual([500, 1_000]);
  });
});

describe('verifyLedger on a tampered ledger', () => {
  const changes = [{ field: 'notes', old: null, new: 'better than it was' }];
  const cases: [string, (row: IdeaRevision) => unknown, string][] = [
    ['number', (row) => ({ ...row, number: 99 }), 'number'],
    ['idea', (row) => ({ ...row, idea_id: '00000000-0000-4000-8000-000000000009' }), 'content'],
    ['version', (row) => ({ ...row, version: 9 }), 'content'],
    ['action', (row) => ({ ...row, action: 'deleted' }), 'content'],
    ['time', (row) => ({ ...row, at: '2020-01-01T00:00:00.000Z' }), 'content'],
    ['educator', (row) => ({ ...row, educator_id: '2' }), 'content'],
    [
      'changes and digest',
      (row) => ({ ...row, changes, digest: hash(serializeContent({ ...row, changes })) }),
      'content',
    ],
    ['changes', (row) => ({ ...row, changes }), 'content'],
    ['digest', (row) => ({ ...row, digest: hash('another') }), 'content'],
    [
      'an unknown field of a change',
      (row) => ({ ...row, changes: [{ ...row.changes[0], by: 'x' }] }),
      'content',
    ],
    ['a removed salt', ({ salt: _, ...row }) => row, 'form'],
    // Without its changes nothing would cover its other fields.
    ['removed changes', (row) => ({ ...row, changes: null, at: '2020-01-01T00:00:00.000Z' }), 'form'],
    ['digest of a redacted row', (row) => ({ ...redactRow(row), digest: hash('another') }), 'content'],
    ['hash before', (row) => ({ ...row, prev_hash: hash('another') }), 'link'],
    ['hash', (row) => ({ ...row, hash: hash('another') }), 'content'],
    ['an unknown field', (row) => ({ ...row, comment: 'trust me' }), 'form'],
    ['an unknown field of a redacted row', (row) => ({ ...redactRow(row), comment: 'trust me' }), 'form'],
    ['a missing field', ({ digest: _, ...row }) => row, 'form'],
    ['no row', () => null, 'form'],
  ];

  it.each(cases)('finds the changed row: %s', async (_name, change, kind) => {
    expect(getError(await check(alterRow(4, change)))).toMatchObject({ kind, position: 5 });
  });

  it('finds a row that is no revision', async () => {
    expect(getError(await check([null]))).toEqual({ kind: 'form', position: 1 });
    const claim = alterRow(0, (row) => ({ ...row, number: '<b>' }));
    expect(getError(await check(claim))).toEqual({ kind: 'form', position: 1 });
  });

  it('finds a change in the first and in the last row', async () => {
    const age = (row: IdeaRevision) => ({ ...row, at: timeAtMinute(500) });
    expect(getError(await check(alterRow(0, age)))?.position).toBe(1);
    expect(getError(await check(alterRow(11, age)))?.position).toBe(12);
  });

  it('finds removed, repeated and moved rows', async () => {
    expect(getError(await check(chain.toSpliced(4, 1)))).toEqual({ kind: 'number', position: 5 });
    expect(getError(await check(chain.slice(3)))).toEqual({ kind: 'number', position: 1 });
    expect(getError(await check(chain.toSpliced(4, 0, chain[3]!)))).toMatchObject({ position: 5 });
    expect(getError(await check(chain.with(2, chain[7]!).with(7, chain[2]!)))).toMatchObject({ position: 3 });
  });

  it('finds the gap when a row is removed and the others are renumbered', async () => {
    const renumbered = chain.toSpliced(4, 1).map((row, index) => ({ ...row, number: index + 1 }));
    expect(getError(await check(renumbered))).toMatchObject({ kind: 'link', position: 5 });
  });

  it('finds any changed character at that row or the next', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(11),
        fc.constantFrom('idea_id', 'at', 'educator_id', 'digest', 'prev_hash', 'hash'),
        fc.nat(63),
        async (index, field, at) => {
          const text = String(chain[index]?.[field as keyof IdeaRevision]);
          const place = at % text.length;
          const other = text[place] === '0' ? '1' : '0';
          const changed = `${text.slice(0, place)}${other}${text.slice(place + 1)}`;
          const error = getError(await check(alterRow(index, (row) => ({ ...row, [field]: changed }))));
          expect([index + 1, index + 2]).toContain(error?.position);
        },
      ),
    );
  });

  it('reports each kind of error with a message of its own', () => {
    const kinds = ['form', 'number', 'link', 'content'] as const;
    const sentences = kinds.map((kind) => describeLedgerError({ kind, position: 7 }));
    expect(sentences.every((sentence) => sentence.includes('7'))).toBe(true);
    expect(new Set(sentences).size).toBe(kinds.length);
  });
});

describe('what only a saved head can reveal', () => {
  it('reports a truncated ledger as shorter only with a saved head', async () => {
    const cut = chain.slice(0, 8);
    expect(await check(cut)).toMatchObject({ valid: true, comparison: null });
    expect(await verifyLedger(cut, { sha256, savedHead: readHead(chain) })).toMatchObject({
      valid: true,
      comparison: 'shorter',
    });
  });

  it('reports a rebuilt chain as rewritten only with a saved head', async () => {
    const anew = await createLedgerRows(20, 'invented');
    expect(await check(anew)).toMatchObject({ valid: true });
    expect(await verifyLedger(anew, { sha256, savedHead: readHead(chain) })).toMatchObject({
      comparison: 'rewritten',
    });
  });

  it('finds a saved head in the chain that continues from it', async () => {
    for (const count of [0, 1, 7, 12])
      expect(await verifyLedger(chain, { sha256, savedHead: readHead(chain.slice(0, count)) })).toMatchObject(
        {
          comparison: 'contained',
        },
      );
  });
});

describe('verifyLedger on a change with a digest of its own', () => {
  const sealed = { field: 'notes', old: null, new: 'kept', salt: '01' };
  const change = { ...sealed, digest: hash(serializeChange(sealed)) };
  const level = { field: 'exit_1', old: null, new: '1.2' };
  const content = { ...chain[0]!, changes: [level, change] };
  const digest = hash(serializeContent(content));
  const row = { ...content, digest, hash: hash(revisionHashInput(digest, LEDGER_GENESIS)) };
  const alter = (...changes: unknown[]) => check([{ ...row, changes }]);
  const leftOut = { field: change.field, digest: change.digest };

  it('accepts it whole and left out', async () => {
    expect(await check([row])).toMatchObject({ valid: true, redacted: 0, head: row.hash });
    expect(await alter(level, leftOut)).toMatchObject({ valid: true, redacted: 1, head: row.hash });
  });

  it.each([
    ['another value', [level, { ...change, new: 'better' }]],
    ['another salt', [level, { ...change, salt: '02' }]],
    ['another digest', [level, { ...change, digest: hash('another') }]],
    ['another digest of what is left out', [level, { ...leftOut, digest: hash('another') }]],
    ['a value beside what is left out', [level, { ...leftOut, new: 'better' }]],
    ['a salt alone beside what is left out', [level, { ...leftOut, salt: change.salt }]],
    ['another field name', [level, { ...leftOut, field: 'lesson' }]],
    ['an unknown field', [level, { ...change, by: 'x' }]],
    ['nothing', [level]],
    ['a digest instead of a level', [{ field: 'exit_1', digest: hash(serializeChange(level)) }, change]],
  ])('finds %s', async (_name, changes) => {
    expect(getError(await alter(...changes))).toEqual({ kind: 'content', position: 1 });
  });
});
