/** SQLSTATE classes and Node codes that mean the database is unavailable, as opposed to a wrong statement. */
const unavailableStates = /^(08|57P0[1-5]|53300|25006|57014|25P03)/;
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
const unavailableMessages =
  /connection terminated|query read timeout|timeout exceeded when trying to connect|client has encountered a connection error|cannot use a pool after calling end/i;

/** SQLSTATE 53100 disk_full; ENOSPC from our own files. */
const fullCodes = new Set(['53100', 'ENOSPC']);

/** The driver gave up waiting for the response to a statement. */
export const isQueryTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

type DatabaseErrorKind = 'unavailable' | 'full' | null;

/** Classifies a database error, including its causes; null for other errors. */
export const classifyDatabaseError = (error: unknown): DatabaseErrorKind => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (fullCodes.has(code)) return 'full';
    if (unavailableStates.test(code) || unavailableCodes.has(code) || unavailableMessages.test(cause.message))
      return 'unavailable';
  }
  return null;
};
