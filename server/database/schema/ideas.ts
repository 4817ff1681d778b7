import { getTableColumns, sql } from 'drizzle-orm';
import {
  bigint,
  char,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { RevisionChange } from '../../../contract/ideas/idea-revisions.ts';
import {
  completedStatuses,
  disclosures,
  type IdeaStep,
  ideaResults,
  ideaStatuses,
  ideaTypes,
  lessonTags,
  orderTypes,
  resultLevels,
  statusesForResult,
} from '../../../contract/ideas/ideas.ts';
import type { Levels } from '../../../contract/ideas/levels.ts';
import { markets } from '../../../contract/ideas/markets.ts';
import type { IdeaTemplate } from '../../../contract/publishing/idea-templates.ts';
import { isOneOf, isoInstant, price } from './columns.ts';
import { ofUser, users } from './people.ts';

const completed = isOneOf('status', completedStatuses);

/** The keys are the API's names: a row without its generated columns is a `TradeIdea` of the contract. */
export const tradeIdeas = pgTable(
  'trade_ideas',
  {
    id: uuid().primaryKey().defaultRandom(),
    educator_id: text()
      .notNull()
      .references(() => users.educatorId),
    educator_name: text().notNull(),
    pair: text().notNull(),
    time_frame: text().notNull(),
    order_type: text({ enum: orderTypes }).notNull(),
    idea_type: text({ enum: ideaTypes }).notNull(),
    market_type: text({ enum: markets }).notNull(),
    entry_1: price().notNull(),
    entry_2: price(),
    invalidation_level: price().notNull(),
    exit_1: price().notNull(),
    exit_2: price(),
    exit_3: price(),
    status: text({ enum: ideaStatuses }).notNull(),
    notes: text(),
    image_urls: text().array().notNull().default([]),
    video_url: text(),
    audio_url: text(),
    /** Null in ideas from before educators were asked. */
    disclosure: text({ enum: disclosures }),
    result_level: text({ enum: resultLevels }),
    result_at: isoInstant(),
    lesson: text(),
    lesson_tag: text({ enum: lessonTags }),
    steps: jsonb().$type<IdeaStep[]>().notNull().default([]),
    closed_at: isoInstant(),
    /** Levels of five minutes after publishing, if they were changed later (contract/ideas/levels.ts). */
    plan: jsonb().$type<Levels>(),
    /** Levels at the close, if they were changed after it. */
    levels_at_close: jsonb().$type<Levels>(),
    /** Levels as first published, if they were corrected just before the close. */
    first_levels: jsonb().$type<Levels>(),
    take_profit_1: price(),
    take_profit_2: price(),
    take_profit_3: price(),
    photo_url: text(),
    chart_url: text(),
    created_at: isoInstant().notNull(),
    updated_at: isoInstant().notNull(),
    created_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    version: integer().notNull(),
    /** SPEC §7: history lists S&P 500 pairs under Forex, whatever their market (contract/ideas/market-detection.ts). */
    history_market: text({ enum: markets })
      .notNull()
      .generatedAlwaysAs(
        sql`case when market_type = 'Crypto' and pair ~* 'spx|sp500' then 'Forex' else market_type end`,
      ),
    /**
     * Search key of the pair (contract/ideas/pairs.ts). Translates single characters, so it does not depend on a locale.
     */
    pair_key: text()
      .notNull()
      .generatedAlwaysAs(
        sql`translate(pair, 'abcdefghijklmnopqrstuvwxyz /\\|:._-', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')`,
      ),
  },
  (table) => [
    check('trade_ideas_order_type', isOneOf('order_type', orderTypes)),
    check('trade_ideas_idea_type', isOneOf('idea_type', ideaTypes)),
    check('trade_ideas_market_type', isOneOf('market_type', markets)),
    check('trade_ideas_status', isOneOf('status', ideaStatuses)),
    check(
      'trade_ideas_levels_positive',
      sql`entry_1 > 0 and invalidation_level > 0 and exit_1 > 0 and entry_2 > 0 and exit_2 > 0 and exit_3 > 0`,
    ),
    check('trade_ideas_result_level', isOneOf('result_level', resultLevels)),
    check('trade_ideas_lesson_tag', isOneOf('lesson_tag', lessonTags)),
    check('trade_ideas_disclosure', isOneOf('disclosure', disclosures)),
    check('trade_ideas_photos', sql`cardinality(image_urls) <= 3`),
    index('trade_ideas_educator').on(
      table.educator_id,
      table.created_at.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    // Latest of all ideas, for the news.
    index('trade_ideas_created').on(table.created_at),
    // Latest closings, for feeds.
    index('trade_ideas_closed').on(table.closed_at).where(sql`closed_at is not null`),
    index('trade_ideas_active')
      .on(table.created_at.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`not (${completed})`),
    index('trade_ideas_history')
      .on(
        table.history_market,
        table.idea_type,
        table.created_at.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      )
      .where(completed),
    index('trade_ideas_lessons')
      .on(table.closed_at.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`lesson <> '' or lesson_tag is not null`),
    // One index per filter of the history, so that each page is an index scan even if matches are far apart.
    index('trade_ideas_history_educator')
      .on(
        table.history_market,
        table.idea_type,
        table.educator_id,
        table.created_at.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      )
      .where(completed),
    ...ideaResults.map((result) =>
      index(`trade_ideas_history_${result}`)
        .on(
          table.history_market,
          table.idea_type,
          table.created_at.desc().nullsFirst(),
          table.id.desc().nullsFirst(),
        )
        .where(isOneOf('status', statusesForResult(result))),
    ),
    // Starts with the pair: a search skips from pair to pair, then reads each match (ideas-db.ts).
    index('trade_ideas_pair').on(
      table.pair_key,
      table.history_market,
      table.idea_type,
      table.created_at.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
);

/** What is selected of an idea. The order is that of its JSON, so a list from events equals one from the database. */
export const ideaColumns = (({ history_market: _, pair_key: __, ...columns }) => columns)(
  getTableColumns(tradeIdeas),
);

/** The ledger: append-only (a trigger rejects UPDATE and DELETE) and hash-chained. */
export const ideaRevisions = pgTable(
  'idea_revisions',
  {
    /** Position in the ledger from 1, gapless, in commit order: assigned under the feed's row lock. */
    number: bigint({ mode: 'number' }).primaryKey(),
    idea_id: uuid().notNull(),
    version: integer().notNull(),
    action: text({ enum: ['created', 'changed', 'undone', 'checked', 'deleted'] }).notNull(),
    at: isoInstant().notNull(),
    educator_id: text().notNull(),
    /** Id of the acting account, never its name. */
    actor_id: uuid(),
    changes: jsonb().$type<RevisionChange[]>().notNull(),
    salt: text().notNull(),
    /** SHA-256 of the canonical content, hex. The chain covers digests, so restricted content stays out of it. */
    digest: char({ length: 64 }).notNull(),
    prev_hash: char({ length: 64 }).notNull(),
    hash: char({ length: 64 }).notNull(),
  },
  (table) => [
    uniqueIndex('idea_revisions_idea').on(table.idea_id, table.version, table.number),
    // For computing an educator's track record.
    index('idea_revisions_educator').on(table.educator_id, table.number),
  ],
);

/** A revision as it is sent: without the account that made it. */
export const revisionColumns = (({ actor_id: _, ...columns }) => columns)(getTableColumns(ideaRevisions));

/** What an educator's new ideas may begin with. */
export const ideaTemplates = pgTable('idea_templates', {
  userId: ofUser().primaryKey(),
  templates: jsonb().$type<IdeaTemplate[]>().notNull(),
});
