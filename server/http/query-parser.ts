import type { FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { LRUCache } from 'lru-cache';
import type * as z from 'zod/mini';

/** Number of query strings cached; the app's own lists use a few dozen. */
const MAX_CACHED = 2_000;
/** Longer query strings are rarely repeated. */
const MAX_CACHED_LENGTH = 300;

type Query = Readonly<Record<string, string | string[]>>;

/** Parses a query string; a repeated name gives an array. */
const parse = (text: string): Query => {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name];
    query[name] = before === undefined ? value : [before, value].flat();
  }
  return Object.freeze(query);
};

/**
 * Creates a parser that caches its results: the same text returns the same object, which lets `compileValidator`
 * cache validation per object. Polling repeats the same few queries all day.
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

/** The contract's schemas as Fastify validators. The result for a cached query object is cached too. */
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
