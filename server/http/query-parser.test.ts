import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createQueryParser, compileValidator } from './query-parser.ts';

const read = createQueryParser();
const schema = z.object({ market: z.optional(z.enum(['Forex', 'Crypto'])) });
const validatorFor = (httpPart: string) =>
  compileValidator({ schema, method: 'GET', url: '/', httpPart }) as (data: unknown) => {
    value?: unknown;
    error?: unknown[];
  };

describe('a query string', () => {
  it('says what URLSearchParams says, whatever stands in it', () => {
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

  it('reaches no prototype', () => {
    const query = read('__proto__=x&constructor=y&toString=z');
    expect(Object.getPrototypeOf(query)).toBeNull();
    expect(Object.keys(query)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('is read once, and nobody can change what the next one reads', () => {
    const query = read('market=Forex');
    expect(read('market=Forex')).toBe(query);
    expect(() => Object.assign(query, { market: 'Crypto' })).toThrow(TypeError);
  });

  it('that is long is not kept', () => {
    const text = `pair=${'x'.repeat(400)}`;
    expect(read(text)).not.toBe(read(text));
    expect(read(text)).toEqual(read(text));
  });
});

describe('a query', () => {
  it('is validated once, and refused as often as it comes', () => {
    const validate = validatorFor('querystring');
    const [good, bad] = [read('market=Forex'), read('market=Gold')];
    expect(validate(good)).toEqual({ value: { market: 'Forex' } });
    expect(validate(good)).toBe(validate(good));
    expect(validate(bad).error).toHaveLength(1);
    expect(validate(bad).error).toHaveLength(1);
  });

  it('is checked against its own route', () => {
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

  it('shares nothing with a body, which is made anew each time', () => {
    const validate = validatorFor('body');
    const body = { market: 'Forex' };
    expect(validate(body)).not.toBe(validate(body));
  });
});
