import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  MAX_PROBABILITY,
  MAX_REASON,
  MIN_PROBABILITY,
  REVIEW_DAYS,
} from '../../../contract/learn/practice.ts';
import { instant } from './columns.ts';
import { ofUser } from './people.ts';

/** Practice questions and their answers. Go with the account. */
export const practiceForecasts = pgTable(
  'practice_forecasts',
  {
    /** The only id a browser sees before the answer. */
    id: uuid().primaryKey().defaultRandom(),
    userId: ofUser(),
    /** Not referenced: deleted ideas are asked about too. */
    ideaId: uuid().notNull(),
    askedAt: instant().notNull(),
    /** Null while the question is open. */
    answeredAt: instant(),
    /** In percent. */
    probability: smallint(),
    reason: text(),
    isRemembered: boolean().notNull().default(false),
    /** Stored at the answer, so that later changes of the idea do not change a score. */
    outcome: boolean(),
    baseline: doublePrecision(),
    /** Reviews of the lesson card so far, and when it comes back. */
    reviewStep: smallint().notNull().default(0),
    reviewAt: instant(),
  },
  (table) => [
    unique('practice_forecasts_once').on(table.userId, table.ideaId),
    uniqueIndex('practice_forecasts_open').on(table.userId).where(sql.raw('answered_at is null')),
    index('practice_forecasts_answered').on(
      table.userId,
      table.answeredAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    check('practice_forecasts_answer', sql.raw('(answered_at is null) = (probability is null)')),
    check(
      'practice_forecasts_unanswered',
      sql.raw(
        'answered_at is not null or (reason is null and not is_remembered and outcome is null and review_at is null)',
      ),
    ),
    check(
      'practice_forecasts_probability',
      sql.raw(`probability between ${MIN_PROBABILITY} and ${MAX_PROBABILITY}`),
    ),
    check('practice_forecasts_reason', sql.raw(`char_length(reason) <= ${MAX_REASON}`)),
    check('practice_forecasts_outcome', sql.raw('(outcome is null) = (baseline is null)')),
    check('practice_forecasts_baseline', sql.raw('baseline > 0 and baseline < 1')),
    check('practice_forecasts_review', sql.raw(`review_step between 0 and ${REVIEW_DAYS.length}`)),
  ],
);
