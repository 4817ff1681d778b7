import type pg from 'pg';
import type { exportOwnData } from '../../contract/account/own-data.ts';
import type { RouteResponse } from '../../contract/shared/route.ts';
import { OperatorError } from '../shared/operator-error.ts';

/** Secrets that say nothing about the person, and which operator acted. */
const WITHHELD_COLUMNS = new Set([
  ...['password_hash', 'token_hash', 'code_hash', 'secret', 'p256dh', 'auth'],
  'operator',
]);

/** A column that references a person, and by which value; `unless` another column names somebody. */
type PersonReference = { table: string; column: string; by: string; unless?: string };

/** References without a foreign key: the sign-in log and the ledger outlive an account, and chat uses `edu-{id}`. */
const LOOSE_REFERENCES: readonly PersonReference[] = [
  { table: 'auth_events', column: 'user_id', by: 'id' },
  // An address may have been somebody else's before.
  { table: 'auth_events', column: 'email', by: 'email', unless: 'user_id' },
  { table: 'idea_revisions', column: 'actor_id', by: 'id' },
  { table: 'chat_messages', column: 'user_id', by: 'chat_id' },
];

/** All foreign keys to users from the catalogue, so new tables are exported automatically. */
const foreignKeys = `
  select c.conrelid::regclass::text as "table", a.attname as "column", r.attname as "by"
  from pg_constraint c
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  join pg_attribute r on r.attrelid = c.confrelid and r.attnum = c.confkey[1]
  where c.contype = 'f' and c.confrelid = 'users'::regclass
  order by 1, 2`;

/** All stored data of one person: rows by table. */
export type PersonExport = RouteResponse<typeof exportOwnData>;

/**
 * Reads all stored data of a person (promised in the Privacy Policy) in one snapshot.
 * @throws OperatorError for an unknown address.
 */
export const exportPerson = async (
  pool: pg.Pool,
  who: { id: string } | { email: string },
  at: Date,
): Promise<PersonExport> => {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const person = await selectPerson(client, who);
    const { rows: bound } = await client.query<PersonReference>(foreignKeys);
    const tables: PersonExport['tables'] = {};
    for (const [table, mentions] of Map.groupBy([...bound, ...LOOSE_REFERENCES], ({ table }) => table))
      tables[table] = await selectReferencingRows(client, table, mentions, person);
    await client.query('commit');
    return {
      exported_at: at.toISOString(),
      person: omit(person, WITHHELD_COLUMNS),
      tables,
      withheld: [...WITHHELD_COLUMNS],
    };
  } finally {
    // Closing the connection ends the transaction, also after an error.
    client.release(true);
  }
};

const selectPerson = async (client: pg.PoolClient, who: { id: string } | { email: string }) => {
  const [condition, value] = 'id' in who ? ['id = $1', who.id] : ['email = lower($1)', who.email.trim()];
  const { rows } = await client.query<{ row: Record<string, unknown> }>(
    `select to_json(u) as row from users u where ${condition}`,
    [value],
  );
  const [found] = rows;
  if (!found) throw new OperatorError(`No account for ${value}. "users list" shows all accounts.`);
  return found.row;
};

const selectReferencingRows = async (
  client: pg.PoolClient,
  table: string,
  mentions: readonly PersonReference[],
  person: Record<string, unknown>,
) => {
  const facts = { ...person, chat_id: person.educator_id === null ? null : `edu-${person.educator_id}` };
  // Table and column names come from the catalogue or the list above, never from input.
  const conditions = mentions.map(({ column, unless }, index) => {
    const isPerson = `t.${column}::text = $${index + 1}`;
    return unless ? `(${isPerson} and t.${unless} is null)` : isPerson;
  });
  const { rows } = await client.query<{ row: Record<string, unknown> }>(
    `select to_json(t) as row from ${table} t where ${conditions.join(' or ')}`,
    mentions.map(({ by }) => (facts as Record<string, unknown>)[by] ?? null),
  );
  return rows.map(({ row }) => omit(row, WITHHELD_COLUMNS));
};

const omit = (row: Record<string, unknown>, names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.has(name)));
