type LoggedError = {
  [more: string]: unknown;
  type: string;
  message: string;
  stack: string;
  code?: string;
  constraint?: string;
  cause?: LoggedError;
};

/** Drizzle puts a failed statement's parameters into message and stack; they can contain hashes and keys. */
export const stripQueryParams = (text: string): string =>
  text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '');

/** A response that doesn't match its schema has a message for each of its entries. */
const MAX_TEXT = 4_000;
const toLogText = (text: string): string => stripQueryParams(text).slice(0, MAX_TEXT);

const getString = (error: object, name: string): string | undefined => {
  const value = (error as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
};

/**
 * Serialises an error for the log: type, message, code, stack and causes. Leaves out the driver's `detail`, `where`
 * and the like, which quote rows.
 */
export const serializeError = (error: unknown): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const [code, constraint] = [getString(error, 'code'), getString(error, 'constraint')];
  return {
    type: error.constructor.name,
    message: toLogText(error.message),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    stack: toLogText(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  };
};
