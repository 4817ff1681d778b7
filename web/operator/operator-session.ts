import { keepPreviousData, queryOptions, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { endOperatorSession } from '../../contract/operator/operator-access.ts';
import type { RouteDefinition, RouteInput, RouteResponse } from '../../contract/shared/route.ts';
import { ApiError, callPage, callRoute } from '../shared/api/api-request.ts';
import { type ListRoute, pageQuery } from '../shared/api/page-query.ts';
import { queryClient } from '../shared/api/query-client.ts';
import { readStored, writeStored } from '../shared/storage/local-store.ts';
import { clearCachedData } from '../shared/storage/session-reset.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { showToast } from '../shared/ui/toast.ts';

const { operatorSession } = storageKeys;

/** Drops what a session before has loaded; what was typed and shown once stays for the same operator. */
export const startSession = ({ sessionToken: token, name }: { sessionToken: string; name: string }): void => {
  queryClient.clear();
  if (readStored(operatorSession)?.name !== name) clearCachedData();
  writeStored(operatorSession, { token, name });
};

export const clearOperatorSession = (): void => {
  writeStored(operatorSession, null);
  clearCachedData();
};

const isEnded = (failure: unknown): boolean => failure instanceof ApiError && failure.status === 401;

/** Calls with the token of this session, and drops the token when the server refuses it. */
const callWithToken = async <T>(call: (token: string) => Promise<T>): Promise<T> => {
  const session = readStored(operatorSession);
  const token = session?.token ?? '';
  try {
    return await call(token);
  } catch (failure) {
    if (session && isEnded(failure) && readStored(operatorSession)?.token === token)
      writeStored(operatorSession, { ...session, token: null });
    throw failure;
  }
};

/** Throws ApiError. */
export const callOperator = <R extends RouteDefinition>(
  route: R,
  input: RouteInput<R>,
  options?: { signal: AbortSignal },
): Promise<RouteResponse<R>> => callWithToken((token) => callRoute(route, input, { ...options, token }));

/** Also where the session has ended already. */
export const endSession = async (): Promise<void> => {
  await callOperator(endOperatorSession, {}).catch((failure: unknown) => {
    if (!isEnded(failure)) throw failure;
  });
};

/** What a GET route without input answers, fetched anew by each visit of its tab. */
export const operatorQuery = <R extends RouteDefinition>(route: R) =>
  queryOptions({
    queryKey: [route.path],
    queryFn: ({ signal }) => callOperator(route, {} as RouteInput<R>, { signal }),
    staleTime: 0,
  });

/** A list page by page. The rows of the filter before are shown while others load. */
export const useOperatorPages = <R extends ListRoute>(route: R, filter: Record<string, string | undefined>) =>
  useInfiniteQuery({
    ...pageQuery(route, { query: filter } as RouteInput<R>, (_, input, options) =>
      callWithToken((token) => callPage(route, input, { ...options, token })),
    ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The reason of a refusal stands at a field, as in a form. */
const getReason = (failure: Error): string =>
  (failure instanceof ApiError && Object.values(failure.fields ?? {})[0]) || failure.message;

/** Something that a press does. Its failure is a toast, unless the page says that the session has ended. */
export const useAction = <T = void, A = unknown>(
  mutationFn: (given: T) => Promise<A>,
  onSuccess: (answer: A, given: T) => void,
) =>
  useMutation({
    mutationFn,
    onSuccess,
    onError: (failure) => {
      if (!isEnded(failure)) showToast({ title: 'Error', description: getReason(failure), tone: 'error' });
    },
  });
