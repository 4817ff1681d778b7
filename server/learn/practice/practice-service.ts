import type { User } from '../../../contract/account/auth.ts';
import { CORRECTION_WINDOW_MS } from '../../../contract/ideas/ideas.ts';
import {
  type answerPracticeQuestion,
  type Forecast,
  type LeftOut,
  MAX_DUE_CARDS,
  type PracticeQuestion,
  type PracticeSummary,
  REVIEW_DAYS,
} from '../../../contract/learn/practice.ts';
import {
  computeBaseline,
  computePracticeScore,
  isMiss,
  type ScoredForecast,
} from '../../../contract/learn/practice-score.ts';
import { UNDO_ACCEPTED_MS } from '../../../contract/publishing/idea-writing.ts';
import type { RouteBody } from '../../../contract/shared/route.ts';
import type { CandlesService } from '../../candles/candles-service.ts';
import type { Db } from '../../database/connection.ts';
import { findIdeaTimeline } from '../../ideas/ideas-service.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Clock } from '../../shared/clock.ts';
import type { KeysetPage } from '../../shared/keyset-cursor.ts';
import { type AskableIdea, type AskableIdeas, toAskable } from './askable-ideas.ts';
import { chooseIdea } from './choose-idea.ts';
import {
  advanceReview,
  answerQuestion,
  type ForecastRow,
  type HistoryRow,
  insertQuestion,
  type PracticeRow,
  selectDueCards,
  selectExistingMedia,
  selectFirstRevisions,
  selectForecast,
  selectForecasts,
  selectHistory,
  selectOpenQuestion,
  selectQuestion,
  selectViewedIdeaIds,
} from './practice-db.ts';
import { readPublishedIdea } from './question-content.ts';

type Learner = Pick<User, 'id' | 'educatorId'>;
type Answer = RouteBody<typeof answerPracticeQuestion>;
type PracticeParts = { clock: Clock; random: () => number; candles: Pick<CandlesService, 'readBefore'> };

const DAY_MS = 24 * 60 * 60 * 1000;
/** Misses that the next question is chosen by. */
const RECENT_MISSES = 20;

const toScored = (row: Omit<HistoryRow, 'ideaId' | 'answeredAt'>): ScoredForecast | null => {
  const { probability, isRemembered, outcome, baseline } = row;
  if (isRemembered || probability === null || outcome === null || baseline === null) return null;
  return { probability, outcome, baseline };
};

const isMissed = (scored: ScoredForecast | null): boolean => scored !== null && isMiss(scored);

const toForecastDto = (row: ForecastRow): Forecast => {
  if (row.answeredAt === null || row.probability === null) throw new Error('The question is not answered');
  return {
    id: row.id,
    idea_id: row.ideaId,
    pair: row.pair,
    order_type: row.orderType,
    answered_at: row.answeredAt.toISOString(),
    probability: row.probability,
    reason: row.reason,
    is_remembered: row.isRemembered,
    outcome: row.outcome,
    baseline: row.baseline,
    is_deleted: row.isDeleted,
    lesson: row.lesson,
    lesson_tag: row.lessonTag,
    review_at: row.reviewAt?.toISOString() ?? null,
  };
};

/** When a lesson comes back after this many reviews; null after the last. */
const findNextReview = (now: Date, reviews: number): Date | null => {
  const days = REVIEW_DAYS[reviews];
  return days === undefined ? null : new Date(now.getTime() + days * DAY_MS);
};

/** Practice on closed ideas: questions, answers, scores and lesson cards of one person. */
export class PracticeService {
  readonly #db: Db;
  readonly #askable: AskableIdeas;
  readonly #parts: PracticeParts;

  constructor(db: Db, askable: AskableIdeas, parts: PracticeParts) {
    this.#db = db;
    this.#askable = askable;
    this.#parts = parts;
  }

  /** The open question, the same on every device, or a new one; null if nothing is left. */
  async ask(learner: Learner): Promise<{ question: PracticeQuestion | null; left_out: LeftOut }> {
    const pool = await this.#askable.list(learner.educatorId);
    const open =
      (await selectOpenQuestion(this.#db, learner.id)) ?? (await this.#askNew(learner, pool.ideas));
    return { question: open ? await this.#toQuestion(open) : null, left_out: pool.left_out };
  }

  /** Asks only about ideas whose result counts: before, it may be corrected as if it had never happened. */
  async #askNew(learner: Learner, askable: readonly AskableIdea[]): Promise<PracticeRow | undefined> {
    const settledSince = new Date(this.#parts.clock().getTime() - CORRECTION_WINDOW_MS);
    const [history, viewed] = await Promise.all([
      selectHistory(this.#db, learner.id),
      selectViewedIdeaIds(this.#db, learner.id),
    ]);
    const asked = new Set(history.map(({ ideaId }) => ideaId));
    const left = askable.filter(({ id, reportedAt }) => !asked.has(id) && reportedAt <= settledSince);
    const unseen = left.filter(({ id }) => !viewed.has(id));
    const missedIds = history
      .filter((row) => isMissed(toScored(row)))
      .slice(-RECENT_MISSES)
      .map(({ ideaId }) => ideaId);
    const misses = askable.filter(({ id }) => missedIds.includes(id));
    const idea = chooseIdea(unseen.length > 0 ? unseen : left, misses, this.#parts.random());
    if (!idea) return undefined;
    const question = { userId: learner.id, ideaId: idea.id, askedAt: this.#parts.clock() };
    const row = await insertQuestion(this.#db, question);
    // Another device has asked meanwhile, and may have answered.
    return row ?? (await selectOpenQuestion(this.#db, learner.id)) ?? this.#askNew(learner, askable);
  }

  async #toQuestion({ id, ideaId }: Pick<PracticeRow, 'id' | 'ideaId'>): Promise<PracticeQuestion> {
    const revisions = await selectFirstRevisions(this.#db, ideaId, CORRECTION_WINDOW_MS + UNDO_ACCEPTED_MS);
    const idea = readPublishedIdea(revisions);
    const baseline = computeBaseline(idea.levels);
    if (baseline === null) throw new Error('The idea asked about has no R');
    return {
      ...idea,
      id,
      baseline,
      image_urls: await selectExistingMedia(this.#db, idea.image_urls),
      chart: await this.#parts.candles.readBefore(ideaId),
    };
  }

  /** The first answer counts. Throws NOT_FOUND, and ALREADY_ANSWERED if it was another one. */
  async answer(learner: Learner, id: string, answer: Answer): Promise<Forecast> {
    const question = await selectQuestion(this.#db, learner.id, id);
    if (!question) throw new AppError('NOT_FOUND');
    const { probability, is_remembered: isRemembered } = answer;
    const reason = answer.reason || null;
    if (question.answeredAt === null) {
      const now = this.#parts.clock();
      const result = await this.#findResult(question.ideaId);
      const scored = toScored({ probability, isRemembered, ...result });
      await answerQuestion(this.#db, learner.id, id, {
        answeredAt: now,
        probability,
        reason,
        isRemembered,
        ...result,
        reviewAt: isMissed(scored) ? findNextReview(now, 0) : null,
      });
    }
    const stored = await this.#findForecast(learner, id);
    if (
      stored.probability !== probability ||
      stored.reason !== reason ||
      stored.is_remembered !== isRemembered
    )
      throw new AppError('ALREADY_ANSWERED');
    return stored;
  }

  /** Nulls if the idea was changed since it was asked about, so that its result is not certain any more. */
  async #findResult(ideaId: string): Promise<Pick<PracticeRow, 'outcome' | 'baseline'>> {
    const timeline = await findIdeaTimeline(this.#db, ideaId);
    const askable = timeline && toAskable(timeline);
    if (!askable || typeof askable === 'string') return { outcome: null, baseline: null };
    return { outcome: askable.outcome, baseline: askable.baseline };
  }

  async #findForecast({ id: userId }: Learner, id: string): Promise<Forecast> {
    const row = await selectForecast(this.#db, userId, id);
    if (!row) throw new AppError('NOT_FOUND');
    return toForecastDto(row);
  }

  async summarize(learner: Learner): Promise<PracticeSummary> {
    const [history, due, { left_out }] = await Promise.all([
      selectHistory(this.#db, learner.id),
      selectDueCards(this.#db, learner.id, this.#parts.clock(), MAX_DUE_CARDS),
      this.#askable.list(learner.educatorId),
    ]);
    const answered = history.filter(({ answeredAt }) => answeredAt !== null);
    const scored = answered.map(toScored).filter((forecast) => forecast !== null);
    return {
      score: computePracticeScore(scored),
      unscored: answered.length - scored.length,
      left_out,
      due_cards: due.map(toForecastDto),
    };
  }

  /** An answered question as it was asked. Throws NOT_FOUND, also before the answer. */
  async find(learner: Learner, id: string): Promise<{ question: PracticeQuestion; forecast: Forecast }> {
    const forecast = await this.#findForecast(learner, id);
    return { question: await this.#toQuestion({ id, ideaId: forecast.idea_id }), forecast };
  }

  /** One page, newest first. */
  async list(learner: Learner, page: KeysetPage): Promise<Forecast[]> {
    return (await selectForecasts(this.#db, learner.id, page)).map(toForecastDto);
  }

  /** Sets when the lesson comes back next. Throws NOT_FOUND. */
  async review(learner: Learner, id: string): Promise<Forecast> {
    const row = await selectQuestion(this.#db, learner.id, id);
    if (!row) throw new AppError('NOT_FOUND');
    const now = this.#parts.clock();
    await advanceReview(this.#db, row, now, findNextReview(now, row.reviewStep + 1));
    return this.#findForecast(learner, id);
  }
}
