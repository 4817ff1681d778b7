import { queryOptions } from '@tanstack/react-query';
import type { RouteDefinition, RouteInput } from '../../../contract/shared/route.ts';
import { callRoute, callUrl } from './api-request.ts';

/** What a GET route answers, under the URL that is called. */
export const routeQuery = <R extends RouteDefinition>(route: R, input: RouteInput<R>) =>
  queryOptions({
    queryKey: [callUrl(route, input)],
    queryFn: ({ signal }) => callRoute(route, input, { signal }),
  });
