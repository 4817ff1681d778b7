import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { routes } from '../../contract/routes.ts';
import type { RouteDefinition } from '../../contract/shared/route.ts';
import { compileValidator } from './request-validation.ts';

const schema = z.object({ market: z.optional(z.enum(['Forex', 'Crypto'])) });
const validatorFor = (httpPart: string) =>
  compileValidator({ schema, method: 'GET', url: '/', httpPart }) as (data: unknown) => {
    value?: unknown;
    error?: unknown[];
  };

describe('compileValidator', () => {
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
});
