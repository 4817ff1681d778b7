import type pg from 'pg';

/**
 * Begins another history of the feed (DESIGN §5): every open stream is told `reset` and loads anew, and no id from
 * before can be resumed from. Newer than any epoch seen here before, whatever the clock says.
 */
export const startNewEpoch = async (client: pg.ClientBase, atLeastAfter: number): Promise<void> => {
  const { rowCount } = await client.query(
    `update feed set epoch = greatest(epoch + 1, $1::bigint + 1, floor(extract(epoch from clock_timestamp()))::bigint)`,
    [atLeastAfter],
  );
  if (rowCount !== 1) throw new Error('The feed has no row');
  await client.query("select pg_notify('feed', 'new epoch')");
};
