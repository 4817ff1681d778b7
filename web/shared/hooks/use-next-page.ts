import { type RefObject, useEffect, useRef } from 'react';

type Query = {
  data?: readonly unknown[] | undefined;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/**
 * Loads the next page of a list and focuses its first item, because the button that loaded it moves or disappears. The items
 * are the children of `list` and can be focused.
 */
export const useNextPage = <E extends HTMLElement>({
  data = [],
  isFetchingNextPage,
  fetchNextPage,
}: Query): { list: RefObject<E | null>; loadNext: () => void } => {
  const list = useRef<E>(null);
  const before = useRef<number | null>(null);
  const { length } = data;
  useEffect(() => {
    const from = before.current;
    if (from === null || isFetchingNextPage) return;
    before.current = null;
    const first = list.current?.children[from];
    if (first instanceof HTMLElement) first.focus();
  }, [isFetchingNextPage]);
  const loadNext = () => {
    before.current = length;
    void fetchNextPage();
  };
  return { list, loadNext };
};
