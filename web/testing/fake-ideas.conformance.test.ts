import { it } from 'vitest';
import { REVISIONS_PAGE, type RevisionChange } from '../../contract/ideas/idea-revisions.ts';
import { ideaInput } from '../../server/testing/test-app.ts';
import { setUpConformance } from './conformance.ts';
import { FakeApi } from './fake-api.ts';
import { FakeIdeas } from './fake-ideas.ts';

const api = new FakeApi();
new FakeIdeas(api);
const { both } = setUpConformance(api, {
  email: 'two@test.example',
  volatile: ['created_at', 'updated_at', 'created_by', 'educator_name', 'closed_at', 'result_at', 'at'],
  arrange: (body) => (Array.isArray(body) ? body.map(toComparable) : body),
});

type Revision = { changes?: RevisionChange[] } & Record<string, unknown>;
/** The fake keeps no ledger, and its educators have other names. The changes of a revision have no order. */
const toComparable = ({ number, digest, prev_hash, hash, salt, changes, ...row }: Revision) => ({
  ...row,
  changes: changes
    ?.filter(({ field }) => field !== 'educator_name')
    .map(({ field, old, new: next }) => ({ field, old, new: next }))
    .toSorted((a, b) => a.field.localeCompare(b.field)),
});

const list = (query: string) => both('GET', `/api/trade-ideas?${query}`);
const undo = (version: number) =>
  both('POST', '/api/trade-ideas/:0/undo', { headers: { 'if-match': `"${version}"` } });

it('publishes, changes, closes, undoes, conflicts, deletes and lists as the server does', async () => {
  await both('POST', '/api/trade-ideas', { body: ideaInput({ pair: 'EUR/USD' }) });
  await both('POST', '/api/trade-ideas', {
    body: ideaInput({ pair: 'SPX/USDT', market_type: 'Crypto', idea_type: 'Exchange' }),
  });
  await both('PUT', '/api/trade-ideas/:0', { body: { exit_1: '1.0950' }, headers: { 'if-match': '"1"' } });
  await both('PUT', '/api/trade-ideas/:0', { body: { exit_1: '1.0960' }, headers: { 'if-match': '"1"' } });
  for (const version of [1, 2, 3]) await undo(version);
  for (const body of [
    { kind: 'entry_filled' },
    { kind: 'entry_filled' },
    { kind: 'exit_taken', level: 'exit_1', share: 50 },
    { kind: 'exit_taken', level: 'exit_2', share: 50 },
    { kind: 'line', text: 'Quiet.' },
  ])
    await both('POST', '/api/trade-ideas/:0/steps', { body });
  await both('GET', '/api/trade-ideas/:0/revisions');
  await both('PUT', '/api/trade-ideas/:1', { body: { status: 'success', result_level: 'exit_1' } });
  for (const query of [
    'educatorId=2',
    'state=active',
    'state=completed&market=Forex',
    'pair=eurusd',
    'result=successful',
    'status=pending',
  ])
    await list(query);
  // Keeps the levels it was closed with, and its plan: the published levels.
  await both('PUT', '/api/trade-ideas/:1', { body: { exit_1: '1.0950' } });
  await both('PUT', '/api/trade-ideas/:1', { body: { status: 'pending' } });
  await both('DELETE', '/api/trade-ideas/:1');
  await both('GET', '/api/trade-ideas/:1');
  await both('GET', '/api/trade-ideas/:1/revisions');
  await list('educatorId=2');
  for (const cursor of [1, 3]) await both('GET', `/api/trade-ideas/:0/revisions?cursor=${cursor}`);
  for (let number = 0; number < REVISIONS_PAGE; number++)
    await both('PUT', '/api/trade-ideas/:0', { body: { notes: `Note ${number}` } });
  await both('GET', '/api/trade-ideas/:0/revisions');
});
