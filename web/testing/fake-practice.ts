import { ideaLevels, type TradeIdea } from '../../contract/ideas/ideas.ts';
import {
  answerPracticeQuestion,
  askPracticeQuestion,
  FORECASTS_PAGE,
  type Forecast,
  getForecast,
  getPracticeSummary,
  type LeftOut,
  listForecasts,
  type PracticeQuestion,
  REVIEW_DAYS,
  reviewLessonCard,
} from '../../contract/learn/practice.ts';
import {
  computeBaseline,
  computePracticeScore,
  isMiss,
  type ScoredForecast,
} from '../../contract/learn/practice-score.ts';
import { type FakeApi, Refusal } from './fake-api.ts';
import { newId } from './fake-ideas.ts';

/** A closed idea that can be asked about: whether exit 1 came first. */
export type AskableIdea = { idea: TradeIdea; outcome: boolean; isDeleted?: boolean };

const DAY_MS = 24 * 60 * 60 * 1000;

const toScored = ({ probability, outcome, baseline, is_remembered }: Forecast): ScoredForecast | null =>
  is_remembered || outcome === null || baseline === null ? null : { probability, outcome, baseline };
const daysFromNow = (days: number | undefined) =>
  days === undefined ? null : new Date(Date.now() + days * DAY_MS).toISOString();

const isDue = ({ review_at }: Forecast) => review_at !== null && Date.parse(review_at) <= Date.now();

/** Practice of one person. It asks about the given ideas in their order. */
export class FakePractice {
  readonly forecasts: Forecast[] = [];
  leftOut: LeftOut = { unclear: 0, without_r: 0 };
  /** The prices before an idea, the same for all. */
  chart: PracticeQuestion['chart'] = null;
  readonly #ideas: readonly AskableIdea[];
  readonly #asked: { id: string; about: AskableIdea }[] = [];

  constructor(api: FakeApi, ideas: readonly AskableIdea[]) {
    this.#ideas = ideas;
    api.on(askPracticeQuestion, () => ({ question: this.#ask(), left_out: this.leftOut }));
    api.on(answerPracticeQuestion, ({ params: { id }, body }) => {
      const stored = this.forecasts.find((forecast) => forecast.id === id);
      const { probability, reason, is_remembered } = body;
      if (!stored) return this.#answer(id, { probability, reason: reason || null, is_remembered });
      const isSame =
        stored.probability === probability &&
        stored.reason === (reason || null) &&
        stored.is_remembered === is_remembered;
      if (!isSame) throw new Refusal('ALREADY_ANSWERED');
      return stored;
    });
    api.on(getForecast, ({ params: { id } }) => ({
      forecast: this.#findForecast(id),
      question: this.#toQuestion(this.#findAsked(id)),
    }));
    api.on(listForecasts, () => this.forecasts.toReversed().slice(0, FORECASTS_PAGE));
    api.on(getPracticeSummary, () => {
      const scored = this.forecasts.map(toScored).filter((forecast) => forecast !== null);
      return {
        score: computePracticeScore(scored),
        unscored: this.forecasts.length - scored.length,
        left_out: this.leftOut,
        due_cards: this.forecasts.filter((forecast) => forecast.lesson !== null && isDue(forecast)),
      };
    });
    api.on(reviewLessonCard, ({ params: { id } }) => {
      const forecast = this.#findForecast(id);
      if (isDue(forecast)) forecast.review_at = daysFromNow(REVIEW_DAYS[1]);
      return forecast;
    });
  }

  /** Answers the next question. */
  forecast(probability: number, reason: string | null = null): Forecast {
    const question = this.#ask();
    if (!question) throw new Error('Nothing is left to ask');
    return this.#answer(question.id, { probability, reason, is_remembered: false });
  }

  #ask(): PracticeQuestion | null {
    const open = this.#asked.find(({ id }) => !this.forecasts.some((forecast) => forecast.id === id));
    if (open) return this.#toQuestion(open);
    const about = this.#ideas[this.#asked.length];
    if (!about) return null;
    const asked = { id: newId(), about };
    this.#asked.push(asked);
    return this.#toQuestion(asked);
  }

  #toQuestion({ id, about: { idea } }: { id: string; about: AskableIdea }): PracticeQuestion {
    const { pair, time_frame, idea_type, market_type, notes, image_urls } = idea;
    const levels = ideaLevels.parse(idea);
    const baseline = computeBaseline(levels) ?? 0;
    return {
      id,
      pair,
      time_frame,
      idea_type,
      market_type,
      levels,
      baseline,
      notes,
      image_urls: image_urls ?? [],
      chart: this.chart,
    };
  }

  #answer(id: string, given: Pick<Forecast, 'probability' | 'reason' | 'is_remembered'>): Forecast {
    const asked = this.#findAsked(id);
    const { idea, outcome, isDeleted = false } = asked.about;
    const forecast: Forecast = {
      id,
      idea_id: idea.id,
      pair: idea.pair,
      order_type: idea.order_type,
      answered_at: new Date().toISOString(),
      ...given,
      outcome,
      baseline: this.#toQuestion(asked).baseline,
      is_deleted: isDeleted,
      lesson: isDeleted ? null : idea.lesson,
      lesson_tag: isDeleted ? null : idea.lesson_tag,
      review_at: null,
    };
    const scored = toScored(forecast);
    if (scored && isMiss(scored)) forecast.review_at = daysFromNow(REVIEW_DAYS[0]);
    this.forecasts.push(forecast);
    return forecast;
  }

  #findAsked(id: string) {
    const asked = this.#asked.find((question) => question.id === id);
    if (!asked) throw new Refusal('NOT_FOUND');
    return asked;
  }

  #findForecast(id: string): Forecast {
    const forecast = this.forecasts.find((answered) => answered.id === id);
    if (!forecast) throw new Refusal('NOT_FOUND');
    return forecast;
  }
}
