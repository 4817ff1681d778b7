import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Educator } from '../../contract/educators/educators.ts';
import { comesBefore, type IdeaFilter, isListed } from '../../contract/ideas/idea-lists.ts';
import { getIdea, listIdeas, type TradeIdea } from '../../contract/ideas/ideas.ts';
import type { Market } from '../../contract/ideas/markets.ts';
import type { LiveChange } from '../../contract/live-events.ts';
import { routeUrl } from '../../contract/shared/route.ts';
import { useEducators } from '../educators/use-educators.ts';
import {
  createEntityCache,
  type FetchPage,
  type LoadedList,
  type PagedList,
  usePagedList,
} from '../live/entity-cache.ts';
import { onLiveReset, registerLiveApplier } from '../live/live-updates.tsx';
import { callPage } from '../shared/api/api-request.ts';
import { queryClient } from '../shared/api/query-client.ts';
import { type Idea, toEventIdea, toIdea } from './idea-model.ts';

/** The key of a list: its URL, which begins with SPEC §4's prefix. */
const ideaListKey = (filter: IdeaFilter): readonly [string] => [routeUrl(listIdeas, {}, filter)];

/** The filter of a list's URL; null for any other URL. */
export const parseListUrl = (url: unknown): IdeaFilter | null => {
  if (typeof url !== 'string') return null;
  const [path, search = ''] = url.split('?', 2);
  if (path !== listIdeas.path) return null;
  return Object.fromEntries(new URLSearchParams(search)) as IdeaFilter;
};

/** What a customer sees of a market: no test data (SPEC §6), nothing completed, invalid ideas last (SPEC §10). */
export const selectMarketView = (rows: readonly TradeIdea[]): TradeIdea[] => {
  const shown = rows.filter((idea) => isListed(idea, { state: 'active' }));
  return [
    ...shown.filter(({ status }) => status !== 'invalid'),
    ...shown.filter(({ status }) => status === 'invalid'),
  ];
};

type IsAnnounced = (idea: Idea, market: Market) => boolean;
const announcers = new Set<IsAnnounced>();

/**
 * Registers a component that announces some new ideas itself, so that no toast repeats them (docs/decisions/0062).
 * Returns a function that unregisters it.
 */
export const registerAnnouncer = (isAnnounced: IsAnnounced): (() => void) => {
  announcers.add(isAnnounced);
  return () => void announcers.delete(isAnnounced);
};

/** A new idea, from the live stream or a list, and the market and time (ISO 8601) it was published with. */
export type NewIdea = { idea: Idea; marketType: Market; timestamp: string };
type NewIdeaListener = (newIdea: NewIdea, isAnnounced: boolean) => void;
const listeners = new Set<NewIdeaListener>();

/** Calls back for each new idea, and says whether the page announces it itself. Returns a function that stops it. */
export const onNewIdea = (listener: NewIdeaListener): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** A change of an idea, from the live stream or from the response of an own write. */
export type IdeaChange = Pick<
  Extract<LiveChange, { kind: 'trade_ideas_changes' }>['data'],
  'type' | 'record' | 'old_record' | 'commit_timestamp'
>;

const cache = createEntityCache<TradeIdea>({
  isNewer: (a, b) => a.version > b.version,
  membership: ([url]) => {
    const filter = parseListUrl(url);
    return filter && ((idea) => isListed(idea, filter));
  },
});

/** SPEC §4's window events; a deletion announces nothing. */
const announce = (type: IdeaChange['type'], row: TradeIdea, timestamp: string) => {
  const name = type === 'INSERT' ? 'tradeIdeaCreated' : 'tradeIdeaUpdated';
  const [idea, marketType] = [toIdea(row), row.market_type];
  if (type === 'INSERT') {
    const isAnnounced = [...announcers].some((announces) => announces(idea, marketType));
    for (const listener of listeners) listener({ idea, marketType, timestamp }, isAnnounced);
  }
  const detail = { tradeIdea: toEventIdea(idea), marketType, timestamp };
  globalThis.window?.dispatchEvent(new CustomEvent(name, { detail }));
};

export const removeCachedIdea = (client: QueryClient, id: string): void => cache.remove(client, id);

/** Applies a change to every cached list and to the idea's own query. The same change twice is one change. */
export const applyIdeaChange = (
  client: QueryClient,
  { type, record, old_record: old, commit_timestamp: timestamp }: IdeaChange,
): void => {
  if (type === 'DELETE') {
    if (old) cache.remove(client, old.id);
    return;
  }
  if (!record || !cache.apply(client, record)) return;
  client.setQueryData<TradeIdea>([routeUrl(getIdea, { id: record.id })], (known) =>
    known && known.version < record.version ? record : known,
  );
  announce(type, record, timestamp);
};

/** Applies the response of an own write; the live stream repeats it. */
export const applyOwnChange = (client: QueryClient, type: 'INSERT' | 'UPDATE', record: TradeIdea): void =>
  applyIdeaChange(client, { type, record, old_record: null, commit_timestamp: record.updated_at });

/**
 * Announces ideas that a list response contains before the live stream brings them: while the stream connects, or when a
 * proxy blocks it. Only ideas newer than all known ones; nothing for the first response.
 */
export const announceNewIdeas = (
  before: PagedList<TradeIdea> | undefined,
  after: PagedList<TradeIdea>,
): void => {
  if (!before) return;
  const [newest] = before.rows;
  for (const row of after.rows.toReversed()) {
    if ((newest && !comesBefore(row, newest)) || cache.hasChanged(row.id)) continue;
    cache.note(row);
    announce('INSERT', row, row.created_at);
  }
};

const fetchPage =
  (filter: IdeaFilter, nextPageSize?: number): FetchPage<TradeIdea> =>
  (cursor, signal) => {
    const page = cursor === null ? {} : { cursor, ...(nextPageSize && { limit: String(nextPageSize) }) };
    return callPage(listIdeas, { query: { ...filter, ...page } }, { signal });
  };

/** SPEC §9: always stale, refetched on focus and mount, and paused while the page is hidden (DESIGN §14). */
export const ideaListQuery = (
  filter: IdeaFilter,
  refetchInterval: number,
  onAnswer?: (before: PagedList<TradeIdea> | undefined, after: PagedList<TradeIdea>) => void,
) => ({
  ...cache.listQuery(ideaListKey(filter), fetchPage(filter), onAnswer),
  staleTime: 0,
  refetchInterval,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
  refetchOnMount: true,
});

/** Rows of a page after the first. */
const NEXT_PAGE = 100;

export const fetchNextIdeas = (client: QueryClient, filter: IdeaFilter, cursor: string): Promise<void> =>
  cache.fetchNextPage(client, ideaListKey(filter), cursor, fetchPage(filter, NEXT_PAGE));

registerLiveApplier((change) => {
  if (change.kind !== 'trade_ideas_changes') return;
  const { record, old_record } = change.data;
  // A check of its result: nothing of the idea itself changed.
  if (record && record.version === old_record?.version) return;
  applyIdeaChange(queryClient, change.data);
});
onLiveReset(() => cache.startOver(queryClient));

/** SPEC §9. Conditional requests, paused while the page is hidden (DESIGN §14). */
const CUSTOMER_REFRESH_MS = 5_000;
const EDUCATOR_REFRESH_MS = 1_000;

/** A loaded list with its rows as ideas. */
export type IdeaList = Omit<LoadedList<TradeIdea>, 'rows'> & { ideas: Idea[] };

/** One idea object per row and educator, so that unchanged cards do not render again. */
const ideasByRow = new WeakMap<TradeIdea, { educator: Educator | undefined; idea: Idea }>();
const toStableIdea = (row: TradeIdea, educator: Educator | undefined): Idea => {
  const known = ideasByRow.get(row);
  if (known && known.educator === educator) return known.idea;
  const idea = toIdea(row, educator);
  ideasByRow.set(row, { educator, idea });
  return idea;
};

const activeFilter = (market: Market) => ({ market, state: 'active' as const });

/** A market's active ideas; all components share one query. */
export const activeIdeasQuery = (market: Market) =>
  ideaListQuery(activeFilter(market), CUSTOMER_REFRESH_MS, announceNewIdeas);

export const ownIdeasQuery = (educatorId: string) => ideaListQuery({ educatorId }, EDUCATOR_REFRESH_MS);

/** The ids of what a customer sees of a market. */
export const selectActiveIds = ({ rows }: PagedList<TradeIdea>): string[] =>
  selectMarketView(rows).map(({ id }) => id);

/** The ids of a market's active ideas as this page last knew them. */
export const cachedActiveIds = (market: Market): string[] => {
  const list = queryClient.getQueryData<PagedList<TradeIdea>>(ideaListKey(activeFilter(market)));
  return list ? selectActiveIds(list) : [];
};

const useIdeaList = (
  filter: IdeaFilter,
  query: ReturnType<typeof ideaListQuery>,
  view: (rows: readonly TradeIdea[]) => readonly TradeIdea[],
): IdeaList => {
  const { rows, ...list } = usePagedList(query, (client, cursor) => fetchNextIdeas(client, filter, cursor));
  const educators = useEducators();
  const ideas = useMemo(
    () => view(rows).map((row) => toStableIdea(row, educators.get(row.educator_id))),
    [rows, educators, view],
  );
  return { ...list, ideas };
};

/** The active ideas of a market as customers see them: invalid ones last. */
export const useActiveIdeas = (market: Market): IdeaList =>
  useIdeaList(activeFilter(market), activeIdeasQuery(market), selectMarketView);

const allRows = (rows: readonly TradeIdea[]) => rows;

/** Everything an educator has published, newest first. */
export const useOwnIdeas = (educatorId: string): IdeaList =>
  useIdeaList({ educatorId }, ownIdeasQuery(educatorId), allRows);
