import { and, desc, lte, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { normalizeStatus, type TradeIdea, toReportedIdea } from '../../../contract/ideas/ideas.ts';
import { levelFields } from '../../../contract/ideas/levels.ts';
import { formatAuthor, formatCategory, formatTitle } from '../../../contract/notifications/idea-message.ts';
import { UNDO_ACCEPTED_MS } from '../../../contract/publishing/idea-writing.ts';
import { BRAND, DISCLAIMER } from '../../../contract/shared/brand.ts';
import type { Db } from '../../database/connection.ts';
import { ideaColumns, tradeIdeas } from '../../database/schema.ts';
import { isPublicSql } from '../../educators/visibility.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Env } from '../../shared/env.ts';
import { statusMessage } from '../notification-texts.ts';
import type { Feed, FeedItem } from './feed-formats.ts';

export type IdeaFeedParts = { database: { db: Db }; clock: Clock; env: Env };

const FEED_LENGTH = 50;

const selectLatest = (db: Db, time: PgColumn, condition?: SQL): Promise<TradeIdea[]> =>
  db
    .select(ideaColumns)
    .from(tradeIdeas)
    .where(and(isPublicSql(tradeIdeas.educator_id), condition))
    .orderBy(desc(time))
    .limit(FEED_LENGTH);

const describeLevels = (idea: TradeIdea): string =>
  levelFields
    .filter((field) => idea[field] !== null)
    .map((field) => `${field.replace('_', ' ')}: ${idea[field]}`)
    .join(' · ');

type FeedEvent = { idea: TradeIdea; name: string; at: string; lines: string[] };

const toPublication = (idea: TradeIdea): FeedEvent => {
  const byline = `${formatAuthor(idea)} · ${formatCategory(idea)}`;
  const lines = [describeLevels(idea), byline, idea.notes ?? ''];
  return { idea, name: 'published', at: idea.created_at, lines };
};

const toClosing = (reported: TradeIdea): FeedEvent => {
  // A result belongs to the levels of the close.
  const idea = { ...reported, ...reported.levels_at_close };
  const lines = [statusMessage(idea).body, describeLevels(idea)];
  return { idea, name: normalizeStatus(idea.status), at: idea.closed_at ?? idea.updated_at, lines };
};

const toItem = ({ idea, name, at, lines }: FeedEvent, { baseUrl = '', brand }: Env): FeedItem => ({
  id: `urn:uuid:${idea.id}#${name === 'published' ? name : 'closed'}`,
  url: `${baseUrl}/ideas/${idea.id}`,
  title: `${formatTitle(idea)} · ${name}`,
  author: formatAuthor(idea),
  text: [...lines, DISCLAIMER.replaceAll(BRAND, brand)].filter(Boolean).join('\n'),
  at,
});

/** The latest publications and closings of all educators. `addressId` names the feed of one address. */
export const readIdeaFeed = async (
  { database: { db }, clock, env }: IdeaFeedParts,
  addressId: string,
): Promise<Feed> => {
  // A closing that can still be undone is not final.
  const final = new Date(clock().getTime() - UNDO_ACCEPTED_MS).toISOString();
  const [published, closed] = await Promise.all([
    selectLatest(db, tradeIdeas.created_at),
    selectLatest(db, tradeIdeas.closed_at, lte(tradeIdeas.closed_at, final)),
  ]);
  const events = [
    ...published.map(toReportedIdea).map(toPublication),
    ...closed.map(toReportedIdea).map(toClosing),
  ].sort((a, b) => b.at.localeCompare(a.at));
  return {
    id: `urn:uuid:${addressId}`,
    title: `${env.brand}: trade ideas`,
    items: events.slice(0, FEED_LENGTH).map((event) => toItem(event, env)),
  };
};
