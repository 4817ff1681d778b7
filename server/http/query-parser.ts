import type { FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { LRUCache } from 'lru-cache';
import type * as z from 'zod/mini';

/** Different query strings remembered; the app's own lists are a few dozen. */
const MAX_CACHED = 2_000;
/** A longer one is no list people ask for again and again. */
const MAX_CACHED_LENGTH = 300;

type Query = Readonly<Record<string, string | string[]>>;

/** What a query string says: each name with its value, or with all of them where it is given more than once. */
const parse = (text: string): Query => {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name];
    query[name] = before === undefined ? value : [before, value].flat();
  }
  return Object.freeze(query);
};

/**
 * Reads query strings, each one once: the same text gives the same object, so that what was found out about it
 * (`validateOnce`) is found again. Polls ask the same few questions all day.
 */
export const createQueryParser = (): ((text: string) => Query) => {
  const cache = new LRUCache<string, Query>({ max: MAX_CACHED });
  return (text) => {
    const cached = cache.get(text);
    if (cached) return cached;
    const query = parse(text);
    if (text.length <= MAX_CACHED_LENGTH) cache.set(text, query);
    return query;
  };
};

/** The contract's schemas as Fastify's validators. A query object that comes again has its answer already. */
export const compileValidator: FastifySchemaCompiler<z.ZodMiniType> = (route) => {
  const validate = validatorCompiler(route as never) as (data: unknown) => unknown;
  if (route.httpPart !== 'querystring') return validate as never;
  const results = new WeakMap<object, unknown>();
  return ((query: object) => {
    const known = results.get(query);
    if (known) return known;
    const answer = validate(query);
    results.set(query, answer);
    return answer;
  }) as never;
};
