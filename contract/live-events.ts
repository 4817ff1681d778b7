import * as z from 'zod/mini';
import { chatMessage } from './chat/chat-schemas.ts';
import { tradeIdea } from './ideas/ideas.ts';
import { price } from './ideas/prices.ts';
import { defineRoute } from './shared/route.ts';

/**
 * Events of `GET /api/live` (DESIGN §5). Format: `id: <epoch>-<seq>`, `event: <kind>`, `data: <JSON>`. Clients treat
 * the id as opaque and send it back as Last-Event-ID. `parseLiveChange` reads them.
 */
const change = <K extends string, T extends string, R extends z.ZodMiniType>(kind: K, table: T, record: R) =>
  z.object({
    kind: z.literal(kind),
    data: z.object({
      type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
      schema: z.literal('public'),
      table: z.literal(table),
      /** Null on DELETE. */
      record: z.nullable(record),
      /** Null on INSERT. */
      old_record: z.nullable(record),
      commit_timestamp: z.string(),
    }),
  });

const liveChange = z.discriminatedUnion('kind', [
  change('trade_ideas_changes', 'trade_ideas', tradeIdea),
  change('chat_messages_changes', 'chat_messages', chatMessage),
]);
export type LiveChange = z.infer<typeof liveChange>;
export type LiveKind = LiveChange['kind'];

type SentRow = Record<string, unknown> | null | undefined;
/** A change as sent: what is null in it is left out, because every reader receives every byte. */
export type SentChange = Record<string, unknown> & { record?: SentRow; old_record?: SentRow };

const fields: Record<LiveKind, readonly string[]> = {
  trade_ideas_changes: Object.keys(tradeIdea.shape),
  chat_messages_changes: Object.keys(chatMessage.shape),
};

/** Parses a change as sent, with every null. Throws for an event that this version does not know. */
export const parseLiveChange = (kind: string, data: SentChange): LiveChange => {
  const nulls = Object.fromEntries((fields[kind as LiveKind] ?? []).map((field) => [field, null]));
  const fill = (row: SentRow) => (row ? { ...nulls, ...row } : null);
  return liveChange.parse({
    kind,
    data: { ...data, record: fill(data.record), old_record: fill(data.old_record) },
  });
};

/** The first event of every stream: the feed's position, and the ledger head for the browser to store (DESIGN §4). */
export const readyEvent = z.object({
  head: z.string(),
  ledger: z.object({ count: z.number(), head: z.string() }),
});
export type ReadyEvent = z.infer<typeof readyEvent>;

/** Sent when replay is not possible: the client must refetch its lists. */
export const RESET_EVENT = 'reset';
export const READY_EVENT = 'ready';

/** Sent when the server has not been able to read the feed for `FEED_STALE_MS`, and when it can again. */
export const FEED_STATE_EVENT = 'feed_state';
export const feedStateEvent = z.object({ isCurrent: z.boolean() });
export const FEED_STALE_MS = 10_000;

/** Sent when the newest prices change, at most once a minute: of each pair with a public open idea. */
export const PRICES_EVENT = 'prices';
/** `at` is the end of its candle, in milliseconds since 1970; `source` the name of the source as people know it. */
export const pricesEvent = z.record(z.string(), z.object({ price, at: z.number(), source: z.string() }));
export type LatestPrices = z.infer<typeof pricesEvent>;
export type LatestPrice = LatestPrices[string];

/** Interval of the heartbeat comment. Milliseconds. */
export const LIVE_HEARTBEAT_MS = 25_000;
/** SPEC §9: lists refresh this long after the last change of a burst. */
export const LIVE_DEBOUNCE_MS = 300;

/** Server-sent events. The body is a stream, so `response` is only a placeholder for the API page. */
export const live = defineRoute({
  method: 'GET',
  path: '/api/live',
  access: 'signedIn',
  summary: 'Live changes as server-sent events, resumable with Last-Event-ID or ?last_event_id=',
  failure: "Live updates aren't available",
  limit: 'stream',
  query: z.object({ last_event_id: z.optional(z.string().check(z.maxLength(64))) }),
  headers: z.looseObject({ 'last-event-id': z.optional(z.string().check(z.maxLength(64))) }),
  response: z.string(),
  errors: ['TOO_MANY_STREAMS'],
});
