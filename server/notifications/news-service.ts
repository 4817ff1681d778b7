import { marketRooms } from '../../contract/chat/chat.ts';
import { getReportedMarket } from '../../contract/ideas/ideas.ts';
import { type IdeaNews, NEWS_LENGTH, type NewsItem } from '../../contract/notifications/news.ts';
import { formatSource } from '../candles/candle-source.ts';
import { HIDDEN_AUTHOR } from '../chat/chat-service.ts';
import type { Db } from '../database/connection.ts';
import { getNewsStart } from '../ideas/reading/reading-service.ts';
import {
  type ContradictionRow,
  type MessageRow,
  markNewsRead,
  type PublishedRow,
  type RevisionRow,
  selectContradictionNews,
  selectMessageNews,
  selectNewsReadAt,
  selectPublished,
  selectRevisionNews,
  selectTouchNews,
  type TouchNewsRow,
} from './news-db.ts';

/** What is new for a person, newest first. Before their first device has loaded a market, nothing is unread. */
export const computeNews = async (db: Db, userId: string, now: Date): Promise<NewsItem[]> => {
  const readAt = await selectNewsReadAt(db, userId);
  const query = { userId, since: getNewsStart(now), readUntil: readAt ?? now };
  const [published, revisions, touches, contradictions, messages] = await Promise.all([
    selectPublished(db, query),
    selectRevisionNews(db, query),
    selectTouchNews(db, query),
    selectContradictionNews(db, query),
    selectMessageNews(db, query, { rooms: marketRooms, hiddenAuthor: HIDDEN_AUTHOR }),
  ]);
  return [
    ...published.map(fromPublished),
    ...revisions.map(fromRevision),
    ...touches.map(fromTouch),
    ...contradictions.map(fromContradiction),
    ...messages.map(fromMessage),
  ]
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, NEWS_LENGTH);
};

/** A time in the future counts as now. */
export const markReadUntil = (db: Db, userId: string, until: Date, now: Date): Promise<void> =>
  markNewsRead(db, userId, until < now ? until : now);

const aboutIdea = (row: PublishedRow | RevisionRow | TouchNewsRow | ContradictionRow) => ({
  at: toIso(row.at),
  is_unread: row.is_unread,
  idea: {
    id: row.idea_id,
    pair: row.pair,
    educator_name: row.educator_name,
    market_type: getReportedMarket(row),
    order_type: row.order_type,
    status: row.status,
  } satisfies IdeaNews['idea'],
});

const fromPublished = (row: PublishedRow): NewsItem => ({
  id: `published:${row.idea_id}`,
  kind: 'published',
  ...aboutIdea(row),
  changes: [],
});

const fromRevision = (row: RevisionRow): NewsItem => ({
  id: `revision:${row.number}`,
  kind: row.kind,
  ...aboutIdea(row),
  changes: row.kind === 'deleted' ? [] : row.changes.map(shorten),
});

const fromTouch = (row: TouchNewsRow): NewsItem => ({
  id: `touched:${row.idea_id}:${row.level}:${row.price}`,
  kind: 'touched',
  ...aboutIdea(row),
  touch: {
    idea_id: row.idea_id,
    level: row.level,
    price: row.price,
    from: Number(row.from),
    to: Number(row.to),
    source: formatSource(row.source),
    is_entered: row.is_entered,
  },
  is_own: row.is_own ?? false,
});

const fromContradiction = (row: ContradictionRow): NewsItem => ({
  id: `contradicted:${row.idea_id}`,
  kind: 'contradicted',
  ...aboutIdea(row),
  check: row.check,
});

/** Notes and lessons are long, and the list only says that they changed. */
const shorten = (change: RevisionRow['changes'][number]): RevisionRow['changes'][number] => {
  const toMark = (value: unknown) => (typeof value === 'string' && value.length > 60 ? '…' : value);
  return { field: change.field, old: toMark(change.old), new: toMark(change.new) };
};

const fromMessage = (row: MessageRow): NewsItem => ({
  id: `message:${row.id}`,
  kind: 'message',
  at: toIso(row.at),
  is_unread: row.is_unread,
  room: { id: row.room_id, name: row.room_name },
  author: row.author,
  text: row.text,
});

const toIso = (at: Date | string): string => new Date(at).toISOString();
