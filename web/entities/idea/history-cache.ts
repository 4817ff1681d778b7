import type { QueryClient } from '@tanstack/react-query';
import { type IdeaType, ideaResults, ideaTypes, listIdeas } from '../../../contract/ideas.ts';
import type { LiveChange } from '../../../contract/live-events.ts';
import { type Market, markets } from '../../../contract/markets.ts';
import { routeUrl } from '../../../contract/route.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { onLiveReset, registerLiveApplier } from '../../shared/live/live-appliers.ts';
import { type HistoryFilter, type HistoryList, withIdea, withoutIdea } from './history-list.ts';

/** Marks a key whose data is a HistoryList; its first element is a URL, so SPEC §4's prefix finds it. */
const HISTORY = 'history';

export const queryOf = (filter: HistoryFilter) => ({ ...filter, state: 'completed' as const });

export const historyKey = (filter: HistoryFilter) =>
  [routeUrl(listIdeas, {}, queryOf(filter)), HISTORY] as const;

const filterOfKey = (url: string): HistoryFilter => {
  const query = new URLSearchParams(url.split('?', 2)[1]);
  const oneOf = <T extends string>(values: readonly T[], name: string) =>
    values.find((value) => value === query.get(name));
  return {
    market: oneOf(markets, 'market') as Market,
    ideaType: oneOf(ideaTypes, 'ideaType') as IdeaType,
    educatorId: query.get('educatorId') ?? undefined,
    pair: query.get('pair') ?? undefined,
    result: oneOf(ideaResults, 'result'),
  };
};

const isHistory = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] === HISTORY };

/**
 * How much longer an answer of the server is doubted after a change was heard: another process of it may lag by its poll
 * of the feed (1 s). Until then the change is the truth, after it the answer is.
 */
const LAG_MS = 3_000;
let lastChangeAt = -Infinity;
export const mayBeOlderThanHeard = (askedAt: number): boolean => askedAt < lastChangeAt + LAG_MS;

/** Puts a live change into every history that is loaded, also those that are not on screen now. */
export const applyToHistories = (
  client: QueryClient,
  { record, old_record: old }: Pick<LiveChange['data'], 'record' | 'old_record'>,
): void => {
  const idea = record ?? old;
  if (!idea || !('pair' in idea)) return;
  for (const { queryKey, state } of client.getQueryCache().findAll(isHistory)) {
    const list = state.data as HistoryList | undefined;
    if (!list) continue;
    const changed = record ? withIdea(list, idea, filterOfKey(String(queryKey[0]))) : withoutIdea(list, idea);
    if (changed === list) continue;
    lastChangeAt = Date.now();
    // The time of the last answer stays: a change says nothing about the rest of the list.
    client.setQueryData(queryKey, changed, { updatedAt: state.dataUpdatedAt });
  }
};

registerLiveApplier((change) => {
  if (change.kind === 'trade_ideas_changes') applyToHistories(queryClient, change.data);
});
onLiveReset(() => void queryClient.resetQueries(isHistory));
