import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { routes } from '../../contract/routes.ts';
import type { RouteDefinition } from '../../contract/shared/route.ts';
import { compileValidator, createQueryParser } from './request-validation.ts';

const read = createQueryParser();
const schema = z.object({ market: z.optional(z.enum(['Forex', 'Crypto'])) });
const validatorFor = (httpPart: string) =>
  compileValidator({ schema, method: 'GET', url: '/', httpPart }) as (data: unknown) => {
    value?: unknown;
    error?: unknown[];
  };

describe('createQueryParser', () => {
  it('agrees with URLSearchParams for any names and values', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (pairs) => {
        const text = new URLSearchParams(pairs).toString();
        const query = read(text);
        for (const [name] of pairs)
          expect([query[name]].flat()).toEqual(
            pairs.filter(([other]) => other === name).map((pair) => pair[1]),
          );
        expect(Object.keys(query)).toHaveLength(new Set(pairs.map(([name]) => name)).size);
      }),
    );
  });

  it('prevents prototype pollution', () => {
    const query = read('__proto__=x&constructor=y&toString=z');
    expect(Object.getPrototypeOf(query)).toBeNull();
    expect(Object.keys(query)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('caches and freezes the parsed query', () => {
    const query = read('market=Forex');
    expect(read('market=Forex')).toBe(query);
    expect(() => Object.assign(query, { market: 'Crypto' })).toThrow(TypeError);
  });

  it('does not cache long query strings', () => {
    const text = `pair=${'x'.repeat(400)}`;
    expect(read(text)).not.toBe(read(text));
    expect(read(text)).toEqual(read(text));
  });
});

describe('compileValidator', () => {
  it('caches the result for a valid query and rejects an invalid one every time', () => {
    const validate = validatorFor('querystring');
    const [good, bad] = [read('market=Forex'), read('market=Gold')];
    expect(validate(good)).toEqual({ value: { market: 'Forex' } });
    expect(validate(good)).toBe(validate(good));
    expect(validate(bad).error).toHaveLength(1);
    expect(validate(bad).error).toHaveLength(1);
  });

  it('caches results per route', () => {
    const other = compileValidator({
      schema: z.object({ market: z.literal('Gold') }),
      method: 'GET',
      url: '/other',
      httpPart: 'querystring',
    }) as ReturnType<typeof validatorFor>;
    const query = read('market=Forex');
    expect(validatorFor('querystring')(query).error).toBeUndefined();
    expect(other(query).error).toHaveLength(1);
  });

  it.each([
    ['querystring', 'Unknown parameter'],
    ['body', 'Unknown field'],
  ])('refuses an unknown key of a %s by its name', (httpPart, problem) => {
    for (const name of ['markets', 'Market', '__proto', 'toString', 'length'])
      expect(validatorFor(httpPart)({ market: 'Forex', [name]: 'x' })).toMatchObject({
        error: { details: { fields: { [name]: problem } } },
      });
    expect(validatorFor('headers')({ market: 'Forex', accept: 'x' }).error).toBeUndefined();
  });

  it('refuses an unknown key inside of an object or a list by its path', () => {
    const validate = compileValidator({
      schema: z.object({ quiet: z.object({ on: z.boolean() }), list: z.array(z.object({ id: z.string() })) }),
      method: 'PUT',
      url: '/',
      httpPart: 'body',
    }) as ReturnType<typeof validatorFor>;
    const body = { quiet: { on: true }, list: [{ id: 'a' }, { id: 'b' }] };
    expect(validate(body).error).toBeUndefined();
    expect(validate({ ...body, quiet: { on: true, from: 1 } })).toMatchObject({
      error: { details: { fields: { 'quiet.from': 'Unknown field' } } },
    });
    expect(validate({ ...body, quiet: { on: true, length: 1 } })).toMatchObject({
      error: { details: { fields: { 'quiet.length': 'Unknown field' } } },
    });
    expect(validate({ ...body, list: [{ id: 'a' }, { id: 'b', name: 'x' }] })).toMatchObject({
      error: { details: { fields: { 'list.1.name': 'Unknown field' } } },
    });
  });

  it('knows the unknown keys of every JSON body but that of a browser’s own subscription', () => {
    type Def = { type: string; catchall?: unknown; options?: readonly z.ZodMiniType[] };
    const isClosed = (schema: z.ZodMiniType): boolean => {
      const { type, catchall, options } = schema._zod.def as Def;
      return options ? options.every(isClosed) : type === 'object' && catchall === undefined;
    };
    const open = (routes as readonly RouteDefinition[]).filter(({ body }) => body && !isClosed(body));
    expect(open.map(({ path }) => path)).toEqual(['/api/push/subscriptions']);
  });

  it('does not cache results for bodies', () => {
    const validate = validatorFor('body');
    const body = { market: 'Forex' };
    expect(validate(body)).not.toBe(validate(body));
  });
});
