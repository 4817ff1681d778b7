import * as z from 'zod/mini';
import { chartBefore } from '../candles/idea-chart.ts';
import { ideaLevels, ideaType, lessonTag, orderType } from '../ideas/ideas.ts';
import { market } from '../ideas/markets.ts';
import { pageCursor } from '../shared/paging.ts';
import { defineRoute } from '../shared/route.ts';
import { optionalText } from '../shared/text.ts';

export const MAX_REASON = 200;
export const MIN_PROBABILITY = 1;
export const MAX_PROBABILITY = 99;
/** A lesson card comes back this many days after the miss, and after each review. */
export const REVIEW_DAYS = [1, 7, 30] as const;
/** Lesson cards sent at once. */
export const MAX_DUE_CARDS = 10;
export const FORECASTS_PAGE = 30;

const questionId = z.object({ id: z.guid({ error: 'Not an id' }) });

/**
 * An idea as it stood five minutes after publishing. Neither its id nor its author, dates, status or lesson: the answer
 * must not be found here.
 */
const practiceQuestion = z.object({
  /** Random; says nothing about the idea. */
  id: z.string(),
  pair: z.string(),
  time_frame: z.string(),
  idea_type: ideaType,
  market_type: market,
  levels: ideaLevels,
  /** The probability without drift, 0 to 1. */
  baseline: z.number(),
  notes: z.nullable(z.string()),
  /** Without photos that were removed since. */
  image_urls: z.array(z.string()),
  /** Null without prices. */
  chart: z.nullable(chartBefore),
});
export type PracticeQuestion = z.infer<typeof practiceQuestion>;

/** Closed ideas that nobody is asked about: exit 1 may or may not have come first, or the levels give it no R. */
const leftOut = z.object({ unclear: z.number(), without_r: z.number() });
export type LeftOut = z.infer<typeof leftOut>;

const forecast = z.object({
  id: z.string(),
  idea_id: z.string(),
  pair: z.string(),
  order_type: orderType,
  answered_at: z.string(),
  /** In percent. */
  probability: z.number(),
  reason: z.nullable(z.string()),
  is_remembered: z.boolean(),
  /** Both null if the idea's result was no longer certain when it was answered. */
  outcome: z.nullable(z.boolean()),
  baseline: z.nullable(z.number()),
  is_deleted: z.boolean(),
  lesson: z.nullable(z.string()),
  lesson_tag: z.nullable(lessonTag),
  /** When its lesson comes back; null if it does not. */
  review_at: z.nullable(z.string()),
});
export type Forecast = z.infer<typeof forecast>;

export const askPracticeQuestion = defineRoute({
  method: 'POST',
  path: '/api/practice/questions',
  access: 'signedIn',
  summary: 'Your open practice question, or a new one about an idea you were never asked about',
  failure: 'Failed to load the next question',
  response: z.object({
    /** Null when there is nothing left to ask. */
    question: z.nullable(practiceQuestion),
    left_out: leftOut,
  }),
});

export const PROBABILITY_ERROR = `Enter a whole number from ${MIN_PROBABILITY} to ${MAX_PROBABILITY}`;

/** The first answer counts: an identical one returns the same result, another one is refused. */
export const answerPracticeQuestion = defineRoute({
  method: 'PUT',
  path: '/api/practice/questions/:id/answer',
  access: 'signedIn',
  summary: 'Answer your practice question; an answer cannot be changed',
  failure: 'Failed to save your forecast. Please try again.',
  params: questionId,
  body: z.object({
    probability: z
      .number({ error: PROBABILITY_ERROR })
      .check(
        z.refine(
          (percent) => Number.isInteger(percent) && percent >= MIN_PROBABILITY && percent <= MAX_PROBABILITY,
          { error: PROBABILITY_ERROR },
        ),
      ),
    reason: z.nullable(optionalText('Reason', MAX_REASON)),
    is_remembered: z.boolean({ error: 'You remember the idea or not' }),
  }),
  response: forecast,
  errors: ['NOT_FOUND', 'ALREADY_ANSWERED'],
});

const calibrationBin = z.object({
  from: z.number(),
  to: z.number(),
  count: z.number(),
  /** Both in percent; null in an empty bin, and with too few forecasts in total. */
  mean_forecast: z.nullable(z.number()),
  came_true: z.nullable(z.number()),
});

export const getPracticeSummary = defineRoute({
  method: 'GET',
  path: '/api/practice/summary',
  access: 'signedIn',
  summary: 'Your Brier score, skill and calibration, and the lesson cards that are due',
  failure: 'Failed to load your practice summary',
  response: z.object({
    /** contract/learn/practice-score.ts says how it is computed; means are null below 20 forecasts. */
    score: z.object({
      count: z.number(),
      brier: z.nullable(z.number()),
      baseline_brier: z.nullable(z.number()),
      /** 1 - brier / baseline_brier: above 0 is better than the baseline. */
      skill: z.nullable(z.number()),
      bins: z.array(calibrationBin),
    }),
    /** Answers without a score: remembered, or without a certain result. */
    unscored: z.number(),
    left_out: leftOut,
    /** The longest due first. */
    due_cards: z.array(forecast),
  }),
});
export type PracticeSummary = z.infer<typeof getPracticeSummary.response>;

export const listForecasts = defineRoute({
  method: 'GET',
  path: '/api/practice/forecasts',
  access: 'signedIn',
  summary: 'Your answered practice questions, newest first; Link rel="next" leads to the next page',
  failure: 'Failed to load your forecasts',
  query: z.object({ cursor: pageCursor }),
  response: z.array(forecast),
  errors: ['INVALID_CURSOR'],
});

export const getForecast = defineRoute({
  method: 'GET',
  path: '/api/practice/forecasts/:id',
  access: 'signedIn',
  summary: 'A practice question you have answered, with your forecast',
  failure: 'Failed to load your forecast',
  params: questionId,
  response: z.object({ question: practiceQuestion, forecast }),
  errors: ['NOT_FOUND'],
});

/** Repeating it changes nothing until the card is due again. */
export const reviewLessonCard = defineRoute({
  method: 'POST',
  path: '/api/practice/reviews/:id',
  access: 'signedIn',
  summary: 'Mark the lesson card of a missed forecast as reviewed',
  failure: 'Failed to save. Please try again.',
  params: questionId,
  response: forecast,
  errors: ['NOT_FOUND'],
});
