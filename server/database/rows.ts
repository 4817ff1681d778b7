/** The first row of a query; undefined without one. */
export const first = async <T>(query: PromiseLike<T[]>): Promise<T | undefined> => (await query)[0];

/** The row of a query that always has one. */
export const only = async <T>(query: PromiseLike<T[]>): Promise<T> => {
  const row = await first(query);
  if (row === undefined) throw new Error('No data returned from database');
  return row;
};

type Written = PromiseLike<{ rowCount: number | null }>;

/** How many rows a statement wrote. */
export const countWritten = async (statement: Written): Promise<number> => (await statement).rowCount ?? 0;

/** Whether a statement wrote a row. */
export const hasWritten = async (statement: Written): Promise<boolean> => (await countWritten(statement)) > 0;
