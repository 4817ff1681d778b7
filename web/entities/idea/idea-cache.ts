import type { QueryClient } from '@tanstack/react-query';
import { getIdea, listIdeas, type TradeIdea } from '../../../contract/ideas.ts';
import type { LiveChange } from '../../../contract/live-events.ts';
import { routeUrl } from '../../../contract/route.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { registerLiveApplier } from '../../shared/live/live-appliers.ts';
import { onForget } from '../../shared/storage/session-reset.ts';
import { filterOfUrl, type Heard, placeIdea, reconcile, withoutIdea } from './idea-list.ts';
import { toIdea } from './idea-model.ts';

/** A change of one idea, from the live stream or from an own call that was answered. */
export type IdeaChange = Pick<
  Extract<LiveChange, { kind: 'trade_ideas_changes' }>['data'],
  'type' | 'record' | 'old_record' | 'commit_timestamp'
>;

/** Every key that holds ideas begins with this (SPEC §4's prefix). */
export const IDEAS_PREFIX = listIdeas.path;

/**
 * How much older than a request a change may be and still win over its answer: another server process may lag by
 * its poll of the feed (1 s, DESIGN §5). Past this the server is believed, whatever it says: it may have been restored.
 */
const LAG_MS = 3_000;

const heard = new Map<string, Heard>();
onForget(() => heard.clear());

/** Deletes end an idea whatever its version; a later state than the last one heard is news. */
const isNews = (id: string, record: TradeIdea | null): boolean => {
  const last = heard.get(id);
  if (!last) return true;
  return record ? record.version > last.version : last.row !== null;
};

/** SPEC §4's window events; a delete announces nothing. */
const announce = (change: IdeaChange, record: TradeIdea) => {
  const name = change.type === 'INSERT' ? 'tradeIdeaCreated' : 'tradeIdeaUpdated';
  const detail = {
    tradeIdea: toIdea(record),
    marketType: record.market_type,
    timestamp: change.commit_timestamp,
  };
  globalThis.window?.dispatchEvent(new CustomEvent(name, { detail }));
};

const updateLists = (client: QueryClient, update: (list: readonly TradeIdea[], url: string) => unknown) => {
  for (const query of client
    .getQueryCache()
    .findAll({ predicate: (q) => filterOfUrl(q.queryKey[0]) !== null })) {
    // A history in pages keeps another shape; the refetch that follows every change serves it.
    if (!Array.isArray(query.state.data)) continue;
    const before = query.state.data as readonly TradeIdea[];
    const after = update(before, String(query.queryKey[0]));
    // The time of the last answer stays: an event says nothing about the rest of the list.
    if (after !== before)
      client.setQueryData(query.queryKey, after, { updatedAt: query.state.dataUpdatedAt });
  }
};

/** Takes an idea out of every list. A late event of an earlier state does not bring it back. */
export const forgetIdea = (client: QueryClient, id: string, version = heard.get(id)?.version ?? 0): void => {
  if (!isNews(id, null)) return;
  heard.set(id, { version, row: null, at: Date.now() });
  updateLists(client, (list) => withoutIdea(list, id));
};

/**
 * The one way a change reaches every cached list, live events and own calls alike: newest first, in place by
 * version, never an older state over a newer one; the same change twice is one change.
 */
export const applyIdeaEvent = (client: QueryClient, change: IdeaChange): void => {
  const { record, old_record: old } = change;
  if (change.type === 'DELETE' && old) forgetIdea(client, old.id, old.version);
  if (change.type === 'DELETE' || !record || !isNews(record.id, record)) return;
  heard.set(record.id, { version: record.version, row: record, at: Date.now() });
  updateLists(client, (list, url) => placeIdea(list, record, filterOfUrl(url) ?? {}));
  client.setQueryData<TradeIdea>([routeUrl(getIdea, { id: record.id })], (known) =>
    known && known.version < record.version ? record : known,
  );
  announce(change, record);
};

/** What an answered poll becomes, given what was heard while it was under way. */
export const settleAnswer = (
  url: string,
  answer: readonly TradeIdea[],
  askedAt: number,
): readonly TradeIdea[] => reconcile(answer, heard, filterOfUrl(url) ?? {}, askedAt - LAG_MS);

/**
 * Announces the ideas that a market's list brings before the live stream does, or in its place: where it cannot be held
 * open, or while it was being opened. They are newer than all that was known; what only comes back is no new idea, and a
 * first answer is what was there.
 */
export const announceFound = (
  known: readonly TradeIdea[] | undefined,
  answer: readonly TradeIdea[],
): void => {
  if (!known) return;
  const newest =
    known
      .map(({ created_at: at }) => at)
      .toSorted()
      .at(-1) ?? '';
  for (const row of answer.toReversed()) {
    if (row.created_at <= newest || heard.has(row.id)) continue;
    heard.set(row.id, { version: row.version, row, at: Date.now() });
    announce({ type: 'INSERT', record: row, old_record: null, commit_timestamp: row.created_at }, row);
  }
};

/** An own call that was answered says what the live stream is about to say. */
export const applyOwnChange = (client: QueryClient, type: 'INSERT' | 'UPDATE', record: TradeIdea): void =>
  applyIdeaEvent(client, { type, record, old_record: null, commit_timestamp: record.updated_at });

registerLiveApplier((change) => {
  if (change.kind === 'trade_ideas_changes') applyIdeaEvent(queryClient, change.data);
});
