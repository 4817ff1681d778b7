import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyArchive } from '../backup/archive-reader.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { pushSubscriptions } from '../database/schema.ts';
import { diskStore } from '../media/disk-store.ts';
import { startPushService, type TestPushService } from '../testing/push-service.ts';
import { addSubscribers } from '../testing/push-subscribers.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { VapidKeyStore } from './transport/vapid-keys.ts';

let folder: string;
let service: TestPushService;
let [from, to]: TestDatabase[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartlark-push-backup-'));
  service = await startPushService();
  from = await createTestDatabase();
  to = await createTestDatabase();
});
afterAll(async () => {
  await from?.drop();
  await to?.drop();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

it('keeps the keys in a restored backup, and ends subscriptions with their sessions', async () => {
  if (!from || !to) throw new Error('There is no database');
  await addSubscribers(from.database, [service.addDevice('ann'), service.addDevice('bob')]);
  const keys = await new VapidKeyStore(from.database.db).keys();
  const store = diskStore(join(folder, 'media'));
  const file = join(folder, 'backup.tar.gz');
  await writeBackup({ pool: from.database.pool, store, clock: () => new Date() }, file, () => undefined);
  // The target has keys of another deployment.
  await new VapidKeyStore(to.database.db).keys();
  const target = { pool: to.database.pool, store, spool: folder };
  await restoreBackup(target, file, await verifyArchive(file), () => undefined);

  expect(await new VapidKeyStore(to.database.db).keys()).toEqual(keys);
  expect(await to.database.db.select().from(pushSubscriptions)).toEqual([]);
});
