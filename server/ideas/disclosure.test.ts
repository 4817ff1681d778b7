import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../contract/shared/config.ts';
import { startIdeaCalls } from '../testing/idea-calls.ts';
import { ideaInput } from '../testing/test-app.ts';

const readConfig = async ({ test }: ReturnType<typeof startIdeaCalls>) =>
  (await test.call<Config>('GET', '/api/config')).body.disclosure;

describe('where a disclosure is optional', () => {
  const calls = startIdeaCalls();

  it('stores the answer, or that there was none, and records it in the ledger (§3.1)', async () => {
    expect(await readConfig(calls)).toBe('optional');
    const silent = await calls.publish();
    expect(silent.disclosure).toBe('not_stated');
    const { id, disclosure } = await calls.publish({ disclosure: 'same_direction' });
    expect(disclosure).toBe('same_direction');
    expect((await calls.get(id)).body.disclosure).toBe('same_direction');
    expect((await calls.findRow(id))?.disclosure).toBe('same_direction');
    const [created] = await calls.revisions(id);
    expect(created?.changes).toContainEqual(
      expect.objectContaining({ field: 'disclosure', old: null, new: 'same_direction' }),
    );
  });

  it('changes a disclosure by PUT, and records that in the ledger', async () => {
    const { id } = await calls.publish({ disclosure: 'plan_to' });
    expect((await calls.put(id, { disclosure: 'none' })).body).toMatchObject({
      disclosure: 'none',
      version: 2,
    });
    expect((await calls.revisions(id)).at(-1)?.changes).toMatchObject([
      { field: 'disclosure', old: 'plan_to', new: 'none' },
    ]);
    expect((await calls.put(id, { disclosure: 'maybe' })).status).toBe(400);
    expect((await calls.put(id, { disclosure: null })).status).toBe(400);
  });

  it('returns null for ideas from before the question, which stay editable', async () => {
    const { id } = await calls.publish();
    await calls.test.database.pool.query('update trade_ideas set disclosure = null where id = $1', [id]);
    expect((await calls.get(id)).body.disclosure).toBeNull();
    expect((await calls.put(id, { notes: 'Later.' })).body.disclosure).toBeNull();
    expect((await calls.put(id, { disclosure: 'opposite' })).body.disclosure).toBe('opposite');
  });
});

describe('where the operator requires a disclosure', () => {
  const calls = startIdeaCalls({ settings: { DISCLOSURE: 'required' } });

  it('refuses a new idea without one, and nothing is stored (§5.9)', async () => {
    expect(await readConfig(calls)).toBe('required');
    const key = randomUUID();
    for (const changes of [{}, { disclosure: 'not_stated' as const }]) {
      const answer = await calls.post(ideaInput(changes), { 'idempotency-key': key });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          code: 'MISSING_FIELDS',
          message: 'Please fill in all required fields',
          fields: { disclosure: 'My own position is required' },
        },
      });
    }
    expect((await calls.list('educatorId=1')).body).toEqual([]);
    const answer = await calls.post(ideaInput({ disclosure: 'none' }), { 'idempotency-key': key });
    expect(answer).toMatchObject({ status: 201, body: { disclosure: 'none' } });
  });

  it('does not block changes of an idea without one (§5.9)', async () => {
    const { id } = await calls.publish({ disclosure: 'none' });
    await calls.test.database.pool.query('update trade_ideas set disclosure = null where id = $1', [id]);
    expect(await calls.put(id, { notes: 'Later.' })).toMatchObject({
      status: 200,
      body: { disclosure: null },
    });
    expect((await calls.put(id, { disclosure: 'not_stated' })).body.disclosure).toBe('not_stated');
  });
});
