import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountsService } from '../account/accounts-service.ts';
import { REVOCATION_DELAY_MS } from '../account/sessions/revoke-sessions.ts';
import { addMarketRooms } from '../chat/chat-service.ts';
import type { Database } from '../database/database.ts';
import type { MediaStore } from '../media/media-store.ts';
import { startNewEpoch } from './new-epoch.ts';
import { listStoredTables } from './stored-tables.ts';

/** Data of the deployment, not of its users: the feed's row, and settings such as the allow-list's salt. */
const PRESERVED_TABLES = new Set(['feed', 'settings']);

type ResetTarget = {
  database: Database;
  accounts: Pick<AccountsService, 'endSessions'>;
  store: MediaStore;
};

/**
 * Removes all users and their data, empties the rooms, and starts a new history and ledger: without the old rows, nobody could verify a
 * continued chain.
 */
export const resetAll = async ({ database: { db, pool }, accounts, store }: ResetTarget): Promise<void> => {
  // Deleted session rows can't be noticed by other processes, so their streams are closed first.
  if ((await accounts.endSessions(null)) > 0) await sleep(REVOCATION_DELAY_MS);
  const client = await pool.connect();
  let uploads: { name: string }[];
  try {
    await client.query('begin');
    ({ rows: uploads } = await client.query<{ name: string }>('select name from media'));
    const cleared = (await listStoredTables(client))
      .map(({ name }) => name)
      .filter((name) => !PRESERVED_TABLES.has(name));
    // Lifts the ledger's append-only triggers until the commit.
    await client.query('alter table idea_revisions disable trigger user');
    await client.query(`truncate ${cleared.map((name) => `public."${name}"`).join(', ')} restart identity`);
    await client.query('alter table idea_revisions enable trigger user');
    // Unlogged, so not listed above.
    await client.query('delete from operator_tokens');
    await client.query(`update feed set seq = 0, ledger_count = 0, ledger_head = repeat('0', 64)`);
    await startNewEpoch(client, 0);
    await client.query('commit');
  } finally {
    // Closing the connection rolls back a failed transaction.
    client.release(true);
  }
  await addMarketRooms(db);
  for (const { name } of uploads) await store.remove(name);
};
