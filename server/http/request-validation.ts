import type { FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { AppError } from '../shared/app-error.ts';

/** PostgreSQL stores no NUL, and a lone surrogate would come back as another character. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

export class UnstorableTextError extends AppError {
  constructor(field: string) {
    const name = field.toWellFormed().replaceAll('\0', '');
    super('INVALID_REQUEST', { fields: { [name]: 'Remove the unsupported characters' } });
  }
}

/**
 * The field with a text that cannot be stored, in keys or values at any depth; undefined if there is none. Not recursive:
 * deeply nested input would overflow the stack.
 */
const findUnstorable = (data: unknown): string | undefined => {
  const rest: { value: unknown; field: string }[] = [{ value: data, field: '' }];
  for (const { value, field } of rest) {
    if (typeof value === 'string' && !isStorable(value)) return field;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, item] of Object.entries(value)) {
      if (!isStorable(key)) return field || key;
      rest.push({ value: item, field: field || key });
    }
  }
  return undefined;
};

/** Default messages where the contract has none. */
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_value') return `Use one of: ${issue.values.join(', ')}`;
    if (issue.code !== 'invalid_type') return undefined;
    return issue.input === undefined ? 'Required' : `Must be of type ${issue.expected}`;
  },
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
/** A schema that drops or adds items makes a list of another length, which says nothing of keys. */
const isOtherList = (given: object, known: object) =>
  Array.isArray(given) && Array.isArray(known) && given.length !== known.length;

/**
 * The path of a key that a schema dropped, because it does not know it: a misspelt one would change what is asked for in
 * silence. Not recursive, as above.
 */
const findDropped = (data: unknown, parsed: unknown): string | undefined => {
  const rest = [{ given: data, known: parsed, path: '' }];
  for (const { given, known, path } of rest) {
    if (!isObject(given) || !isObject(known) || isOtherList(given, known)) continue;
    for (const [name, value] of Object.entries(given)) {
      if (!Object.hasOwn(known, name)) return path + name;
      rest.push({ given: value, known: known[name], path: `${path}${name}.` });
    }
  }
  return undefined;
};

export const UNKNOWN_FIELD = 'Unknown field';

/** Of a body that is wrong otherwise too: the first key that its schema does not know. */
const findUnknown = (data: unknown, schema: z.ZodMiniType): string | undefined => {
  const shape =
    schema instanceof z.ZodMiniObject && !schema._zod.def.catchall ? schema._zod.def.shape : undefined;
  return shape && isObject(data) ? Object.keys(data).find((name) => !Object.hasOwn(shape, name)) : undefined;
};

/**
 * The contract's schemas as Fastify validators, which also reject text that cannot be stored, and unknown keys of a query
 * or body.
 */
export const compileValidator: FastifySchemaCompiler<z.ZodMiniType> = (route) => {
  const validateSchema = validatorCompiler(route as never) as (data: unknown) => { value?: unknown };
  const isQuery = route.httpPart === 'querystring';
  const isStrict = isQuery || route.httpPart === 'body';
  return ((data: unknown): unknown => {
    const result = validateSchema(data);
    // Where people type, the schema has dropped what cannot be seen.
    const field = findUnstorable(result.value);
    if (field !== undefined) return { error: new UnstorableTextError(field) };
    const unknown =
      result.value === undefined ? findUnknown(data, route.schema) : findDropped(data, result.value);
    if (!isStrict || unknown === undefined) return result;
    const problem = isQuery ? 'Unknown parameter' : UNKNOWN_FIELD;
    return { error: new AppError('INVALID_REQUEST', { fields: { [unknown]: problem } }) };
  }) as never;
};
