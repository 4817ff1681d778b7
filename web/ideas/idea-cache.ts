import type { QueryClient } from '@tanstack/react-query';
import { comesBefore, type IdeaFilter, isListed } from '../../contract/ideas/idea-lists.ts';
import { getIdea, listIdeas, type TradeIdea } from '../../contract/ideas/ideas.ts';
import type { LiveChange } from '../../contract/live-events.ts';
import { routeUrl } from '../../contract/shared/route.ts';
import { createEntityCache, type FetchPage } from '../live/entity-cache.ts';
import { onLiveReset, registerLiveApplier } from '../live/live-appliers.ts';
import type { PagedList } from '../live/paged-list.ts';
import { callPage } from '../shared/api/api-request.ts';
import { queryClient } from '../shared/api/query-client.ts';
import { tellNewIdea } from './announcers.ts';
import { ideaListKey, parseListUrl } from './idea-lists.ts';
import { toEventIdea, toIdea } from './idea-model.ts';

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
  if (type === 'INSERT') tellNewIdea({ idea, marketType, timestamp });
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
  if (change.kind === 'trade_ideas_changes') applyIdeaChange(queryClient, change.data);
});
onLiveReset(() => cache.startOver(queryClient));
