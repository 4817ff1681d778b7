import type pg from 'pg';
import { OperatorError } from '../operator-error.ts';

/** Of these there is nothing to hand out: secrets, that say nothing of the person. */
const WITHHELD = new Set(['password_hash', 'token_hash', 'p256dh', 'auth']);

/** A column of a table that names a person, and which fact of theirs stands in it. */
type Mention = { table: string; column: string; by: string };

/**
 * Where people are named without a foreign key, on purpose: the log of sign-ins and the ledger outlive an account, and
 * chat knows educators as `edu-{id}`.
 */
const UNBOUND: readonly Mention[] = [
  { table: 'auth_events', column: 'user_id', by: 'id' },
  { table: 'auth_events', column: 'email', by: 'email' },
  { table: 'idea_revisions', column: 'actor_id', by: 'id' },
  { table: 'chat_messages', column: 'user_id', by: 'chat_id' },
];

/** Every foreign key to users, asked of the database: a table that comes later is part of the export by itself. */
const foreignKeys = `
  select c.conrelid::regclass::text as "table", a.attname as "column", r.attname as "by"
  from pg_constraint c
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  join pg_attribute r on r.attrelid = c.confrelid and r.attnum = c.confkey[1]
  where c.contype = 'f' and c.confrelid = 'users'::regclass
  order by 1, 2`;

/** Everything that is stored of one person: by table, the rows as they are. */
export type PersonExport = {
  exported_at: string;
  person: Record<string, unknown>;
  tables: Record<string, Record<string, unknown>[]>;
  withheld: string[];
};

/**
 * Reads all that is stored of one person (what the Privacy Policy promises), of one moment.
 * @throws OperatorError where the address has no account.
 */
export const exportPerson = async (pool: pg.Pool, email: string, at: Date): Promise<PersonExport> => {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const person = await selectPerson(client, email);
    const { rows: bound } = await client.query<Mention>(foreignKeys);
    const tables: PersonExport['tables'] = {};
    for (const [table, mentions] of Map.groupBy([...bound, ...UNBOUND], ({ table }) => table))
      tables[table] = await selectMentioning(client, table, mentions, person);
    await client.query('commit');
    return {
      exported_at: at.toISOString(),
      person: without(person, WITHHELD),
      tables,
      withheld: [...WITHHELD],
    };
  } finally {
    // Ends the connection, and with it the transaction, also when a statement failed.
    client.release(true);
  }
};

const selectPerson = async (client: pg.PoolClient, email: string) => {
  const { rows } = await client.query<{ row: Record<string, unknown> }>(
    'select to_json(u) as row from users u where email = lower($1)',
    [email.trim()],
  );
  const [found] = rows;
  if (!found) throw new OperatorError(`No account for ${email}. "users list" shows all accounts.`);
  return found.row;
};

const selectMentioning = async (
  client: pg.PoolClient,
  table: string,
  mentions: readonly Mention[],
  person: Record<string, unknown>,
) => {
  const facts = { ...person, chat_id: person.educator_id === null ? null : `edu-${person.educator_id}` };
  // Names of tables and columns come from the catalogue or from the list above, never from whoever asks.
  const conditions = mentions.map(({ column }, index) => `t.${column}::text = $${index + 1}`);
  const { rows } = await client.query<{ row: Record<string, unknown> }>(
    `select to_json(t) as row from ${table} t where ${conditions.join(' or ')}`,
    mentions.map(({ by }) => (facts as Record<string, unknown>)[by] ?? null),
  );
  return rows.map(({ row }) => without(row, WITHHELD));
};

const without = (row: Record<string, unknown>, names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.has(name)));
