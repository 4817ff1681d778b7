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

/** The latest publications and closings of all educators, for readers of feeds. */
export class IdeaFeedService {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #env: Pick<Env, 'baseUrl' | 'brand'>;

  constructor(db: Db, clock: Clock, env: Pick<Env, 'baseUrl' | 'brand'>) {
    this.#db = db;
    this.#clock = clock;
    this.#env = env;
  }

  /** `addressId` names the feed of one address. */
  async read(addressId: string): Promise<Feed> {
    // A closing that can still be undone is not final.
    const final = new Date(this.#clock().getTime() - UNDO_ACCEPTED_MS).toISOString();
    const [published, closed] = await Promise.all([
      selectLatest(this.#db, tradeIdeas.created_at),
      selectLatest(this.#db, tradeIdeas.closed_at, lte(tradeIdeas.closed_at, final)),
    ]);
    const items = [
      ...published.map((idea) => this.#toPublication(toReportedIdea(idea))),
      ...closed.map((idea) => this.#toClosing(toReportedIdea(idea))),
    ];
    return {
      id: `urn:uuid:${addressId}`,
      title: `${this.#env.brand}: trade ideas`,
      items: items.sort((a, b) => b.at.localeCompare(a.at)).slice(0, FEED_LENGTH),
    };
  }

  #toPublication(idea: TradeIdea): FeedItem {
    const byline = `${formatAuthor(idea)} · ${formatCategory(idea)}`;
    return this.#toItem(idea, 'published', idea.created_at, [describeLevels(idea), byline, idea.notes ?? '']);
  }

  #toClosing(idea: TradeIdea): FeedItem {
    // A result belongs to the levels of the close.
    const closed = { ...idea, ...idea.levels_at_close };
    const lines = [statusMessage(closed).body, describeLevels(closed)];
    return this.#toItem(closed, normalizeStatus(closed.status), closed.closed_at ?? closed.updated_at, lines);
  }

  #toItem(idea: TradeIdea, event: string, at: string, lines: string[]): FeedItem {
    const { baseUrl = '', brand } = this.#env;
    return {
      id: `urn:uuid:${idea.id}#${event === 'published' ? event : 'closed'}`,
      url: `${baseUrl}/ideas/${idea.id}`,
      title: `${formatTitle(idea)} · ${event}`,
      author: formatAuthor(idea),
      text: [...lines, DISCLAIMER.replaceAll(BRAND, brand)].filter(Boolean).join('\n'),
      at,
    };
  }
}
