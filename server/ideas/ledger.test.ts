import { createHash } from 'node:crypto';
import { asc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdeaRevision } from '../../contract/ideas/idea-revisions.ts';
import { LEDGER_GENESIS, revisionHashInput, serializeContent } from '../../contract/record/ledger.ts';
import { feed, ideaRevisions, revisionColumns } from '../database/schema.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let one: string;

beforeAll(async () => {
  test = await startTestApp();
  one = await test.openSession('one@test.example');
});
afterAll(() => test.close());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Verifies the whole chain like any client would. Returns the head. */
const verify = (revisions: IdeaRevision[]): string => {
  let previous = LEDGER_GENESIS;
  for (const [index, revision] of revisions.entries()) {
    expect(revision.number).toBe(index + 1);
    expect(revision.digest).toBe(sha256(serializeContent(revision)));
    expect(revision.prev_hash).toBe(previous);
    expect(revision.hash).toBe(sha256(revisionHashInput(revision.digest, previous)));
    previous = revision.hash;
  }
  return previous;
};

const readChain = (): Promise<IdeaRevision[]> =>
  test.database.db.select(revisionColumns).from(ideaRevisions).orderBy(asc(ideaRevisions.number));

describe('the ledger (DESIGN §4)', () => {
  it('chains every creation, edit, status change and deletion (§4.10)', async () => {
    const idea = await publish(test, one, { notes: 'Zürich, “quotes”, 鳥, \u2028 and a tab\t' });
    const path = `/api/trade-ideas/${idea.id}`;
    await test.call('PUT', path, { token: one, body: { invalidation_level: '1.0760', exit_3: null } });
    await test.call('PUT', path, { token: one, body: { status: 'successful' } });
    await test.call('DELETE', path, { token: one });
    const chain = await readChain();
    expect(chain.map(({ action }) => action)).toEqual(['created', 'changed', 'changed', 'deleted']);
    expect(chain[1]?.changes).toEqual([
      { field: 'invalidation_level', old: '1.0755', new: '1.0760' },
      { field: 'exit_3', old: '1.1060', new: null },
    ]);
    expect(chain[2]?.changes).toEqual([{ field: 'status', old: 'active', new: 'successful' }]);
    const head = verify(chain);
    const [row] = await test.database.db.select().from(feed);
    expect(row).toMatchObject({ ledgerHead: head, ledgerCount: chain.length });
  });

  it('stays one chain under concurrent writes', async () => {
    await Promise.all(Array.from({ length: 40 }, () => publish(test, one)));
    verify(await readChain());
  });

  it('reveals a change of any field of any row', async () => {
    const chain = await readChain();
    const tampered: ((revision: IdeaRevision) => IdeaRevision)[] = [
      (revision) => ({ ...revision, at: '2020-01-01T00:00:00.000Z' }),
      (revision) => ({ ...revision, educator_id: '2' }),
      (revision) => ({ ...revision, version: 99 }),
      (revision) => ({ ...revision, changes: [{ field: 'status', old: 'active', new: 'successful' }] }),
    ];
    for (const change of tampered) {
      expect(() =>
        verify(chain.map((revision, index) => (index === 1 ? change(revision) : revision))),
      ).toThrow();
    }
    expect(() => verify(chain.toSpliced(1, 1))).toThrow();
    expect(() => verify([...chain.slice(0, 1), chain[2]!, chain[1]!, ...chain.slice(3)])).toThrow();
  });

  it.each(['update idea_revisions set version = 2', 'delete from idea_revisions', 'truncate idea_revisions'])(
    'rejects "%s"',
    async (statement) => {
      const before = (await readChain()).length;
      await expect(test.database.pool.query(statement)).rejects.toThrow('append-only');
      expect((await readChain()).length).toBe(before);
    },
  );

  it('does not change the ledger after a rollback', async () => {
    const [before] = await test.database.db.select().from(feed);
    await expect(
      test.database.db.transaction(async (tx) => {
        await tx.execute(
          sql`select * from append_to_feed('trade_ideas_changes', 'x', 'everyone', '{}'::json, null)`,
        );
        throw new Error('rolled back on purpose');
      }),
    ).rejects.toThrow('rolled back on purpose');
    expect(await test.database.db.select().from(feed)).toEqual([before]);
  });
});
