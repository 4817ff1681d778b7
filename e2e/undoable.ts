import type { TestApp } from './app.ts';

/** Has the server take an idea's last change as new for a minute, however long the steps before take. */
export const keepUndoable = async ({ database }: TestApp, idOrNotes: string) => {
  await database.pool.query('alter table idea_revisions disable trigger user');
  await database.pool.query(
    `update idea_revisions set at = now() + interval '1 minute'
     where action = 'changed' and idea_id = (select id from trade_ideas where $1 in (id::text, notes))`,
    [idOrNotes],
  );
  await database.pool.query('alter table idea_revisions enable trigger user');
};
