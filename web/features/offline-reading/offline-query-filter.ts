import { listMessages, listRooms } from '../../../contract/chat.ts';
import { listIdeas } from '../../../contract/ideas.ts';
import { routeUrl } from '../../../contract/route.ts';
import { isPagedList, UNKNOWN_CURSOR } from '../../shared/live/paged-list.ts';

/** `/api/trade-ideas/<id>` and `/api/trade-ideas/<id>/revisions`: an idea that was opened. */
const OPENED_IDEA = new RegExp(`^${listIdeas.path}/[^/?]+(/revisions)?$`);
const MESSAGES = new RegExp(`^${routeUrl(listMessages, { id: 'ID' }).replace('ID', '[^/?]+')}$`);

export const isIdeas = (url: string): boolean => url.startsWith(listIdeas.path);
/** The messages of a room, or those of its own author among them. */
export const isRoom = (url: string): boolean => MESSAGES.test(url.split('?', 1)[0] ?? '');

/** What a market's lists are asked by; whoever narrows a history asks for something of the moment. */
const WHOLE_LISTS = ['market=&state=active', 'ideaType=&market=&state=completed'];

const shapeOf = (query: URLSearchParams): string =>
  [...query]
    .map(([name, value]) => (name === 'state' ? `${name}=${value}` : `${name}=`))
    .sort()
    .join('&');

/**
 * Whether a query is one whose answer can be read offline: active lists, the four histories, opened ideas, rooms and their
 * messages.
 */
export const isKept = (queryKey: readonly unknown[]): boolean => {
  const url = String(queryKey[0]);
  const [path, search = ''] = url.split('?', 2);
  if (path === listIdeas.path) return WHOLE_LISTS.includes(shapeOf(new URLSearchParams(search)));
  return OPENED_IDEA.test(url) || url === routeUrl(listRooms) || MESSAGES.test(url);
};

/** A complete list is kept up to this length. */
export const MOST_KEPT_ROWS = 500;
/** Of any other list its first page is kept, which the page fetched anew replaces. */
export const KEPT_PAGE = 50;

/** What is kept of an answer. */
export const keptPart = (data: unknown): unknown => {
  if (!isPagedList(data) || data.rows.length <= KEPT_PAGE) return data;
  const isComplete = data.next === null && data.rows.length <= MOST_KEPT_ROWS;
  return isComplete ? data : { rows: data.rows.slice(0, KEPT_PAGE), next: UNKNOWN_CURSOR };
};
