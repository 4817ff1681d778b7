import type pg from 'pg';

/**
 * Starts a new epoch of the feed (DESIGN §5): open streams get `reset`, and older ids can't be resumed. Newer than
 * any previous epoch, whatever the clock says.
 */
export const startNewEpoch = async (client: pg.ClientBase, atLeastAfter: number): Promise<void> => {
  const { rowCount } = await client.query(
    `update feed set epoch = greatest(epoch + 1, $1::bigint + 1, floor(extract(epoch from clock_timestamp()))::bigint)`,
    [atLeastAfter],
  );
  if (rowCount !== 1) throw new Error('The feed has no row');
  await client.query("select pg_notify('feed', 'new epoch')");
};
