import type { ChatMessage } from '../../../contract/chat-rows.ts';

/** Part of a room as it was answered: oldest first, and the cursor of what came before; null at the room's beginning. */
export type MessagePage = { rows: readonly ChatMessage[]; older: string | null };
/** The newest page first, as they are loaded. */
export type MessagePages = readonly MessagePage[];

type Place = Pick<ChatMessage, 'created_at' | 'id'>;

/** The order of a room: by time, then by id. Both are texts whose order is theirs (ISO 8601 in UTC, lower-case hex). */
export const isAfter = (a: Place, b: Place): boolean =>
  a.created_at === b.created_at ? a.id > b.id : a.created_at > b.created_at;

/** All that is loaded, oldest first. */
export const messagesOf = (pages: MessagePages): ChatMessage[] =>
  pages.toReversed().flatMap(({ rows }) => rows);

const inOrder = (rows: readonly ChatMessage[], row: ChatMessage): ChatMessage[] => {
  const at = rows.findLastIndex((other) => isAfter(row, other)) + 1;
  return rows.toSpliced(at, 0, row);
};

/** The page a message belongs to; -1 where it lies before all that is loaded. */
const pageFor = (pages: MessagePages, row: ChatMessage): number =>
  pages.findIndex(({ rows, older }) => {
    const [first] = rows;
    return older === null || (first !== undefined && isAfter(row, first));
  });

const withPage = (pages: MessagePages, index: number, rows: readonly ChatMessage[]): MessagePages =>
  pages.map((page, at) => (at === index ? { ...page, rows } : page));

/**
 * The pages after a message was sent, edited or deleted: in its place by time, never an older state over a newer one.
 * The same pages where nothing changes.
 */
export const placeMessage = (pages: MessagePages, row: ChatMessage): MessagePages => {
  const index = pages.findIndex(({ rows }) => rows.some(({ id }) => id === row.id));
  const rows = pages[index]?.rows ?? [];
  const known = rows.find(({ id }) => id === row.id);
  if (row.is_deleted)
    return known
      ? withPage(
          pages,
          index,
          rows.filter((other) => other !== known),
        )
      : pages;
  if (known)
    return row.updated_at > known.updated_at
      ? withPage(
          pages,
          index,
          rows.map((other) => (other === known ? row : other)),
        )
      : pages;
  const page = pageFor(pages, row);
  return page === -1 ? pages : withPage(pages, page, inOrder(pages[page]?.rows ?? [], row));
};

/**
 * An answer, corrected by changes heard while it was under way. Only the newest page takes messages it does not hold: a
 * page of older ones ends where the next begins.
 */
export const settlePage = (
  page: MessagePage,
  heard: Iterable<ChatMessage>,
  isNewest: boolean,
): MessagePage => {
  let settled: MessagePage = page;
  for (const row of heard) {
    if (!isNewest && !page.rows.some(({ id }) => id === row.id)) continue;
    settled = placeMessage([settled], row)[0] ?? settled;
  }
  return settled;
};
