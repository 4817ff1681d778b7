import { expect, it } from 'vitest';
import type { LedgerRow } from '../../contract/record/ledger.ts';
import { ideaInput } from '../../server/testing/test-app.ts';
import { setUpConformance } from './conformance.ts';
import { FakeApi } from './fake-api.ts';
import { FakeLedger } from './fake-ledger.ts';

const api = new FakeApi();
const { both, state } = setUpConformance(api, { email: 'two@test.example', volatile: [] });

it('pages through the change log as the server does', async () => {
  const { app, token } = state;
  for (const pair of ['EUR/USD', 'GBP/USD', 'XAU/USD'])
    await app.call('POST', '/api/trade-ideas', { token, body: ideaInput({ pair }) });
  const { body: rows } = await app.call<LedgerRow[]>('GET', '/api/ledger', { token });
  expect(rows).toHaveLength(3);
  new FakeLedger(api, rows);
  for (const query of ['', '?cursor=0&limit=1', '?cursor=1&limit=1', '?cursor=2', '?cursor=3', '?cursor=9'])
    await both('GET', `/api/ledger${query}`);
});
