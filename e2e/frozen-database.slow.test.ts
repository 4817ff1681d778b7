import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AppProcess, startAppProcess } from '../server/testing/app-process.ts';
import { freezePostgres, thawPostgres } from '../server/testing/postgres-pids.ts';
import { callAt } from '../server/testing/process-calls.ts';
import { signInCustomer, type WatchedPage } from './people.ts';

/** A frozen database: its connections stay open and get no response. */
let folder: string;
let app: AppProcess;
let customer: WatchedPage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartlark-frozen-'));
  // The database runs as another user when the tests run as root.
  await chmod(folder, 0o711);
  app = await startAppProcess({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' });
  customer = await signInCustomer(app.url, { path: '/customer/forex' });
});
afterAll(async () => {
  thawPostgres(folder);
  await customer?.close();
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

it('says Reconnecting in the header while the database does not respond, and keeps ideas readable', async () => {
  const { page, errors } = customer;
  const live = page.getByText('Live', { exact: true });
  const readiness = async () => (await callAt(app.url, 'GET', '/readyz')).status;
  await live.waitFor();
  freezePostgres(folder);
  await page.getByText('Reconnecting', { exact: true }).waitFor();
  await expect.poll(() => live.count()).toBe(0);
  await expect.poll(() => readiness()).toBe(503);
  await page.reload();
  await page.getByRole('article').first().waitFor();

  thawPostgres(folder);
  await live.waitFor();
  await expect.poll(readiness).toBe(200);
  expect(errors).toEqual([]);
});
