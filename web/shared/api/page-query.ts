import { infiniteQueryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { RouteDefinition, RouteInput, RouteResponse } from '../../../contract/shared/route.ts';
import { callPage, callUrl } from './api-request.ts';

export type ListRoute = RouteDefinition & { response: z.ZodMiniArray };

/**
 * What a list route answers, page by page, for a list that no live change touches. Its data are the rows of all loaded
 * pages.
 */
export const pageQuery = <R extends ListRoute>(route: R, input: RouteInput<R>, call = callPage<R>) =>
  infiniteQueryOptions({
    queryKey: [callUrl(route, input)],
    queryFn: ({ pageParam: cursor, signal }) => {
      const { query } = input as { query?: object };
      return call(route, { ...input, query: { ...query, cursor } }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    select: ({ pages }) => pages.flatMap(({ rows }): readonly RouteResponse<R>[number][] => rows),
  });
