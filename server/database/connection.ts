import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/** The pool as Drizzle sees it. */
export type Db = NodePgDatabase;
/** An open transaction. */
export type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0];
/** What a `-db` function takes first: the pool, or the transaction it is part of. */
export type Connection = Db | Transaction;
