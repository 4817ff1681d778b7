import type { ReactNode } from 'react';
import { FailedState } from './failed-state.tsx';
import { Loading, Skeleton } from './skeleton.tsx';

/** Stands where the data of a query will be: its loading shape, or a message with Retry. */
export const PendingQuery = ({
  query: { isError, isFetching, refetch },
  label,
  failure,
  children = <Skeleton className="h-14" />,
}: {
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown };
  /** What screen readers hear while it loads. */
  label: string;
  failure?: string;
  /** The loading shape. */
  children?: ReactNode;
}) =>
  isError ? (
    <FailedState {...(failure && { message: failure })} onRetry={() => void refetch()} busy={isFetching} />
  ) : (
    <Loading label={label}>{children}</Loading>
  );
