import { comesBefore } from '../../contract/ideas/idea-lists.ts';

export type Row = { readonly id: string; readonly created_at: string };

/** As much of a list as is loaded, newest first; `next` is the cursor of what follows, null at the end. */
export type PagedList<R extends Row> = { readonly rows: readonly R[]; readonly next: string | null };

/** One page as the server answers it. */
export type Page<R extends Row> = { readonly rows: readonly R[]; readonly cursor: string | null };

/** In place of a cursor: more rows follow, and only a new first page tells from where to go on. */
export const UNKNOWN_CURSOR = '';

export const isPagedList = (data: unknown): data is PagedList<Row> =>
  typeof data === 'object' && data !== null && 'rows' in data && 'next' in data;

/** The first index whose row comes after `row`, by binary search: a list may hold 100,000 rows. */
const insertionIndex = <R extends Row>(rows: readonly R[], row: R): number => {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comesBefore(row, rows[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Where a row is in a sorted list; -1 when it is not there. */
export const indexOfRow = <R extends Row>(rows: readonly R[], row: R): number => {
  const index = insertionIndex(rows, row) - 1;
  return rows[index]?.id === row.id ? index : -1;
};

/** The list without a row; the same list when it is not there. */
export const removeRow = <R extends Row>(list: PagedList<R>, id: string): PagedList<R> => {
  const index = list.rows.findIndex((row) => row.id === id);
  return index === -1 ? list : { ...list, rows: list.rows.toSpliced(index, 1) };
};

/** The list with this row in place of an older state of it, or inserted in order. */
export const placeRow = <R extends Row>(list: PagedList<R>, row: R): PagedList<R> => {
  const present = indexOfRow(list.rows, row);
  if (present !== -1) return { ...list, rows: list.rows.with(present, row) };
  const index = insertionIndex(list.rows, row);
  // Beyond the last loaded row follow others that are not loaded: this one is among them.
  if (index === list.rows.length && list.next !== null) return list;
  return { ...list, rows: list.rows.toSpliced(index, 0, row) };
};

/**
 * The list after its first page was fetched again: that part is what the server says, rows loaded beyond it stay. So one
 * small request keeps a list of any length fresh. The same list when nothing changed, with the same row objects where
 * `isSame` says they are equal.
 */
export const withFirstPage = <R extends Row>(
  list: PagedList<R> | undefined,
  page: Page<R>,
  isSame: (a: R, b: R) => boolean,
): PagedList<R> => {
  const last = page.rows.at(-1);
  const [first] = list?.rows ?? [];
  // Nothing is loaded beyond this page, or unknown rows lie between it and what is loaded.
  const isAll = !list || !last || !first || page.cursor === null || comesBefore(last, first);
  const end = isAll ? (list?.rows.length ?? 0) : insertionIndex(list.rows, last);
  const known = new Map(list?.rows.slice(0, end).map((row) => [row.id, row]));
  const head = page.rows.map((row) => {
    const old = known.get(row.id);
    return old && isSame(old, row) ? old : row;
  });
  const rest = isAll || list.next === UNKNOWN_CURSOR ? [] : list.rows.slice(end);
  const next = rest.length > 0 && list ? list.next : page.cursor;
  const isUnchanged =
    list?.next === next &&
    list.rows.length === head.length + rest.length &&
    head.every((row, index) => row === list.rows[index]);
  return isUnchanged ? list : { rows: [...head, ...rest], next };
};

/** The list with the page that was fetched at `cursor` appended; unchanged when the list has moved on meanwhile. */
export const withNextPage = <R extends Row>(
  list: PagedList<R>,
  cursor: string,
  page: Page<R>,
): PagedList<R> => {
  if (list.next !== cursor) return list;
  const known = new Set(list.rows.slice(-page.rows.length).map(({ id }) => id));
  return { rows: list.rows.concat(page.rows.filter(({ id }) => !known.has(id))), next: page.cursor };
};
