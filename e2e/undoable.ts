import type { TestApp } from './app.ts';

/** Has the server take an idea's last change as new for a minute, however long the steps before take. */
export const keepUndoable = async ({ database }: TestApp, idea: { id: string } | { notes: string }) => {
  const [column, value] = 'id' in idea ? ['id', idea.id] : ['notes', idea.notes];
  await database.pool.query('alter table idea_revisions disable trigger user');
  await database.pool.query(
    `update idea_revisions set at = now() + interval '1 minute'
     where action = 'changed' and idea_id = (select id from trade_ideas where ${column} = $1)`,
    [value],
  );
  await database.pool.query('alter table idea_revisions enable trigger user');
};
