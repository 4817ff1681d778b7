import { listMessages, listRooms } from '../../../contract/chat.ts';
import { listIdeas } from '../../../contract/ideas.ts';
import { routeUrl } from '../../../contract/route.ts';

/** `/api/trade-ideas/<id>` and `/api/trade-ideas/<id>/revisions`: an idea that was opened. */
const OPENED_IDEA = new RegExp(`^${listIdeas.path}/[^/?]+(/revisions)?$`);
const MESSAGES = new RegExp(`^${routeUrl(listMessages, { id: 'ID' }).replace('ID', '[^/?]+')}$`);

export const isIdeas = (url: string): boolean => url.startsWith(listIdeas.path);
export const isRoom = (url: string): boolean => MESSAGES.test(url);

/** Whether a query is one whose answer can be read offline: active lists, opened ideas, rooms and their messages. */
export const isKept = (queryKey: readonly unknown[]): boolean => {
  const url = String(queryKey[0]);
  const [path, search = ''] = url.split('?', 2);
  const query = new URLSearchParams(search);
  if (path === listIdeas.path) return query.get('state') === 'active' && !query.has('cursor');
  return OPENED_IDEA.test(url) || url === routeUrl(listRooms) || isRoom(url);
};

type Pages = { pages: readonly unknown[]; pageParams: readonly unknown[] };
const isPages = (data: unknown): data is Pages =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;

/** What is kept of an answer: of one that comes in pages the first, which is the newest. */
export const keptPart = (data: unknown): unknown =>
  isPages(data) ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data;
