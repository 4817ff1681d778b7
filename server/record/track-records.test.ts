import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import type { TrackRecord } from '../../contract/record/track-record.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let one: string;
let customer: string;

beforeAll(async () => {
  test = await startTestApp();
  one = await test.openSession('one@test.example');
  customer = await test.openSession('customer@test.example');
});
afterAll(() => test.close());

const change = (idea: TradeIdea, body: unknown) =>
  test.call('PUT', `/api/trade-ideas/${idea.id}`, { token: one, body });
const getRecord = async (educatorId: string, token = customer) =>
  (await test.call<TrackRecord[]>('GET', `/api/performance?educatorId=${educatorId}`, { token })).body;

describe('GET /api/performance', () => {
  it("has an educator's current name", async () => {
    const rename = (full_name: string) =>
      test.call('PUT', '/api/users/me', { token: one, body: { full_name } });
    await getRecord('1');
    await rename('Another Name');
    expect(await getRecord('1')).toMatchObject([{ educator_name: 'Another Name' }]);
    await rename('Educator One');
    expect(await getRecord('1')).toMatchObject([{ educator_name: 'Educator One' }]);
  });

  it('counts open, completed, invalid and deleted ideas and reflects each change (§3.6)', async () => {
    expect(await getRecord('1')).toMatchObject([{ educator_name: 'Educator One', ideas: { total: 0 } }]);
    const levels = { entry_1: '100', invalidation_level: '90', exit_1: '110', exit_2: '120', exit_3: '130' };
    const ideas = await Promise.all(Array.from({ length: 5 }, () => publish(test, one, levels)));
    const [won, lost, gone, invalid] = ideas as [TradeIdea, TradeIdea, TradeIdea, TradeIdea];
    expect((await getRecord('1'))[0]?.ideas).toMatchObject({ total: 5, open: 5 });

    await change(won, { status: 'successful', result_level: 'exit_3' });
    await change(lost, { status: 'unsuccessful', result_level: 'invalidation_level' });
    await test.call('DELETE', `/api/trade-ideas/${lost.id}`, { token: one });
    await test.call('DELETE', `/api/trade-ideas/${gone.id}`, { token: one });
    await change(invalid, { status: 'invalid' });
    const [record] = await getRecord('1');
    expect(record?.ideas).toEqual({
      total: 5,
      open: 1,
      successful: 1,
      unsuccessful: 1,
      completed: 0,
      invalid: 1,
      deleted: 2,
      deleted_open: 1,
      reopened: 0,
      without_r: 0,
    });
    // 3 − 1, then −1 to 3 for the one deleted while open, then −1 to 0 for the invalid one.
    expect(record?.rules.last_exit).toMatchObject({
      results: 4,
      sum: { low: '0', high: '5' },
      mean: { low: '0', high: '1.25' },
      positive_percent: null,
    });
    expect(record?.entries.filter(({ deleted }) => deleted).map(({ idea_id }) => idea_id)).toEqual([
      lost.id,
      gone.id,
    ]);
  });

  it('returns the same figures to every reader, and all seven without a filter (§7.20)', async () => {
    expect(await getRecord('1', one)).toEqual(await getRecord('1'));
    const { body } = await test.call<TrackRecord[]>('GET', '/api/performance', { token: customer });
    expect(body.map(({ educator_id }) => educator_id)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  });

  it('returns nothing to a customer for the hidden or an unknown educator', async () => {
    expect(await getRecord('9')).toEqual([]);
    expect(await getRecord('8')).toEqual([]);
    expect((await test.call('GET', '/api/performance?educatorId=x', { token: customer })).status).toBe(400);
  });
});
