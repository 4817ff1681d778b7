import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import * as z from 'zod/mini';

/** Values by the name of their parameter. */
export type AddressFilter = Readonly<Record<string, string | undefined>>;

/** One of these values. Another one is dropped. */
export const oneOf = <V extends string>(values: readonly V[]) =>
  z.catch(z.optional(z.enum(values)), undefined);

/** A typed text. The rest of a long one is dropped. */
export const textUpTo = (maxLength: number) =>
  z.optional(
    z.pipe(
      z.string(),
      z.transform((text) => text.trim().slice(0, maxLength) || undefined),
    ),
  );

export const parseFilter = <F extends AddressFilter>(schema: z.ZodMiniType<F>, search: string): F =>
  schema.parse(Object.fromEntries(new URLSearchParams(search)));

/** The query string with its question mark, or an empty string. Other parameters of `search` stay. */
export const formatFilter = (filter: AddressFilter, search = ''): string => {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(filter))
    if (value?.trim()) query.set(name, value.trim());
    else query.delete(name);
  return query.size > 0 ? `?${query}` : '';
};

export const isFiltered = (filter: AddressFilter): boolean => formatFilter(filter) !== '';

/**
 * A filter in the address, so that reload, Back and links keep it. `push` lets Back undo a change, `replace` lets it leave the
 * page.
 */
export const useAddressFilter = <F extends AddressFilter>(
  schema: z.ZodMiniType<F>,
  mode: 'push' | 'replace',
) => {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const filter = useMemo(() => parseFilter(schema, search), [schema, search]);
  const change = useCallback(
    (changes: AddressFilter, changeMode = mode) =>
      navigate(path + formatFilter(changes, search), { replace: changeMode === 'replace' }),
    [navigate, path, search, mode],
  );
  const clear = () => change(Object.fromEntries(Object.keys(filter).map((name) => [name, undefined])));
  return { filter, change, clear };
};
