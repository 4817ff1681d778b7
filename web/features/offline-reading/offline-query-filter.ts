import { listMessages, listRooms } from '../../../contract/chat.ts';
import { listIdeas } from '../../../contract/ideas.ts';
import { routeUrl } from '../../../contract/route.ts';
import { UNKNOWN_CURSOR } from '../../shared/api/list-cursor.ts';

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

type Pages = { pages: readonly unknown[]; pageParams: readonly unknown[] };
const isPages = (data: unknown): data is Pages =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;

type History = { ideas: readonly unknown[]; next: string | null };
const isHistory = (data: unknown): data is History =>
  typeof data === 'object' && data !== null && 'ideas' in data && 'next' in data;

/** Of a history: its first page (server/ideas/ideas-snapshot.ts, PAGE), so that the page read anew takes its place. */
export const MOST_KEPT_IDEAS = 50;

/** What is kept of an answer: of one that comes in pages the newest. */
export const keptPart = (data: unknown): unknown => {
  if (isPages(data)) return { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
  if (isHistory(data) && data.ideas.length > MOST_KEPT_IDEAS)
    return { ideas: data.ideas.slice(0, MOST_KEPT_IDEAS), next: UNKNOWN_CURSOR };
  return data;
};
