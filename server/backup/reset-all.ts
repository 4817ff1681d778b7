import { setTimeout as sleep } from 'node:timers/promises';
import type { AccessService } from '../accounts/access-service.ts';
import type { Database } from '../database/database.ts';
import type { MediaStore } from '../media/media-store.ts';
import { REVOCATION_DELAY_MS } from '../sessions/revoke-sessions.ts';
import { startNewEpoch } from './new-epoch.ts';
import { storedTables } from './stored-tables.ts';

/** What belongs to the deployment and not to its people: the feed's one row, and settings such as the allow-list's salt. */
const KEPT = new Set(['feed', 'settings']);

export type ResetTarget = {
  database: Pick<Database, 'pool'>;
  access: Pick<AccessService, 'revoke'>;
  store: MediaStore;
};

/**
 * Removes every person and everything anybody made, and begins another history and another ledger: the old chain's
 * rows are gone, so a chain that went on from its head could be checked by nobody.
 */
export const resetAll = async ({ database: { pool }, access, store }: ResetTarget): Promise<void> => {
  // A session's row that is gone tells nobody that it ended: streams are closed first, everywhere.
  if ((await access.revoke(null)) > 0) await sleep(REVOCATION_DELAY_MS);
  const client = await pool.connect();
  let uploads: { name: string }[];
  try {
    await client.query('begin');
    ({ rows: uploads } = await client.query<{ name: string }>('select name from media'));
    const cleared = (await storedTables(client)).map(({ name }) => name).filter((name) => !KEPT.has(name));
    // The ledger is append-only for everybody else, and for us again with the commit.
    await client.query('alter table idea_revisions disable trigger user');
    await client.query(`truncate ${cleared.map((name) => `public."${name}"`).join(', ')} restart identity`);
    await client.query('alter table idea_revisions enable trigger user');
    await client.query(`update feed set seq = 0, ledger_count = 0, ledger_head = repeat('0', 64)`);
    await startNewEpoch(client, 0);
    await client.query('commit');
  } finally {
    // Ends the connection, and with it a transaction that failed.
    client.release(true);
  }
  for (const { name } of uploads) await store.remove(name);
};
