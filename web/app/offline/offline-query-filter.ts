import { listMessages, listRooms } from '../../../contract/chat/chat.ts';
import { listFollows } from '../../../contract/educators/follows.ts';
import { listBookmarks } from '../../../contract/ideas/bookmarks.ts';
import { listIdeas } from '../../../contract/ideas/ideas.ts';
import { routeUrl } from '../../../contract/shared/route.ts';
import { isPagedList, UNKNOWN_CURSOR } from '../../live/entity-cache.ts';

/** `/api/trade-ideas/<id>` and its `/revisions`: an opened idea. */
const OPENED_IDEA = new RegExp(`^${listIdeas.path}/[^/?]+(/revisions)?$`);
const MESSAGES = new RegExp(`^${routeUrl(listMessages, { id: 'ID' }).replace('ID', '[^/?]+')}$`);

export const isBookmarksUrl = (url: string): boolean => url === listBookmarks.path;
export const isIdeasUrl = (url: string): boolean => url.startsWith(listIdeas.path);
/** The messages of a channel, with or without `?mine=true`. */
export const isMessagesUrl = (url: string): boolean => MESSAGES.test(url.split('?', 1)[0] ?? '');

/** Active lists and unfiltered histories. Filtered histories are not stored. */
const OFFLINE_LISTS = ['market=&state=active', 'ideaType=&market=&state=completed'];

const describeQuery = (query: URLSearchParams): string =>
  [...query]
    .map(([name, value]) => (name === 'state' ? `${name}=${value}` : `${name}=`))
    .sort()
    .join('&');

/** Complete lists of their own. */
const WHOLE_LISTS: readonly string[] = [listRooms.path, listBookmarks.path, listFollows.path];

/**
 * Whether the data of a query is stored for offline use: active lists, the four histories, opened ideas, bookmarks and
 * notes, followed educators, channels and their messages.
 */
export const isAvailableOffline = (queryKey: readonly unknown[]): boolean => {
  const url = String(queryKey[0]);
  const [path, search = ''] = url.split('?', 2);
  if (path === listIdeas.path) return OFFLINE_LISTS.includes(describeQuery(new URLSearchParams(search)));
  return OPENED_IDEA.test(url) || WHOLE_LISTS.includes(url) || MESSAGES.test(url);
};

/** Complete lists are stored up to this length. */
export const MAX_COMPLETE_ROWS = 500;
/** Of longer lists only this many rows are stored. The next fetch replaces them. */
export const FIRST_PAGE_ROWS = 50;

/** The part of a response to store. */
export const trimForOffline = (data: unknown): unknown => {
  if (!isPagedList(data) || data.rows.length <= FIRST_PAGE_ROWS) return data;
  const isComplete = data.next === null && data.rows.length <= MAX_COMPLETE_ROWS;
  return isComplete ? data : { rows: data.rows.slice(0, FIRST_PAGE_ROWS), next: UNKNOWN_CURSOR };
};
