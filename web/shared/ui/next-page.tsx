import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { Button } from './button.tsx';

/**
 * The button that loads the next page of a list, while there is one. Then the first new item is focused, because the button
 * moves or disappears. The items are the children of `list` and can be focused.
 */
export const NextPage = ({
  query,
  list,
  label,
  failure,
}: {
  query: UseInfiniteQueryResult<readonly unknown[]>;
  list: RefObject<HTMLElement | null>;
  label: string;
  failure: string;
}) => {
  const { data = [], hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const before = useRef<number | null>(null);
  useEffect(() => {
    const from = before.current;
    if (from === null || isFetchingNextPage) return;
    before.current = null;
    const first = list.current?.children[from];
    if (first instanceof HTMLElement) first.focus();
  }, [isFetchingNextPage, list]);
  const loadNext = () => {
    before.current = data.length;
    void fetchNextPage();
  };
  if (!hasNextPage) return null;
  return (
    <div className="mt-5 grid justify-items-center gap-2">
      <Button busy={isFetchingNextPage} onClick={loadNext}>
        {label}
      </Button>
      {isFetchNextPageError && (
        <p role="alert" className="text-sm text-negative">
          {failure}
        </p>
      )}
    </div>
  );
};
