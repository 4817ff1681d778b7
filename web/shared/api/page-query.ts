import { infiniteQueryOptions } from '@tanstack/react-query';

type Page<Row> = { rows: readonly Row[]; cursor: string | null };

/** A list that loads page by page and that no live change touches. Its data are the rows of all loaded pages. */
export const pageQuery = <Row>(
  url: string,
  fetchPage: (cursor: string | undefined, options: { signal: AbortSignal }) => Promise<Page<Row>>,
) =>
  infiniteQueryOptions({
    queryKey: [url],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
  });
