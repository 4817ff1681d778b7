import { beforeAll } from 'vitest';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { CORRECTION_WINDOW_MS } from '../../contract/ideas/ideas.ts';
import type { Forecast, LeftOut, PracticeQuestion, PracticeSummary } from '../../contract/learn/practice.ts';
import type { IdeaChangesInput } from '../../contract/publishing/idea-writing.ts';
import { startIdeaCalls } from './idea-calls.ts';

export type Asked = { question: PracticeQuestion | null; left_out: LeftOut };
export type GivenAnswer = { probability: number; reason?: string | null; is_remembered?: boolean };

/** An app with a clock that tests move, and the calls of practice. They are the customer's by default. */
export const startPracticeCalls = () => {
  const clock = { now: Date.parse('2026-03-01T12:00:00.000Z') };
  const customer = { token: '' };
  const calls = startIdeaCalls({ clock: () => new Date(clock.now) });
  const call = <T>(method: string, path: string, token = customer.token, body?: unknown) =>
    calls.test.call<T>(method, path, { token, body });
  const pass = (seconds: number) => {
    clock.now += seconds * 1_000;
  };
  /** Sessions end while a test moves the clock by weeks. */
  const signInAgain = async () => {
    customer.token = await calls.test.openSession('customer@test.example');
  };
  beforeAll(signInAgain);

  /** Closes an idea of educator 1 an hour later, and waits until the close counts. */
  const close = async ({ id }: Pick<TradeIdea, 'id'>, changes: IdeaChangesInput): Promise<TradeIdea> => {
    pass(3_600);
    const answer = await calls.put(id, changes);
    if (answer.status !== 200) throw new Error(`Closing answered ${answer.status}`);
    pass(CORRECTION_WINDOW_MS / 1_000);
    return answer.body;
  };
  const ask = async (token?: string) => (await call<Asked>('POST', '/api/practice/questions', token)).body;
  const answer = (
    id: string,
    { probability, reason = null, is_remembered = false }: GivenAnswer,
    token?: string,
  ) =>
    call<Forecast & { code?: string }>('PUT', `/api/practice/questions/${id}/answer`, token, {
      probability,
      reason,
      is_remembered,
    });
  return {
    calls,
    clock,
    customer,
    pass,
    signInAgain,
    close,
    ask,
    answer,
    /** The idea that an open question is about. */
    findIdeaId: async ({ id }: Pick<PracticeQuestion, 'id'>): Promise<string> => {
      const { rows } = await calls.test.database.pool.query<{ idea_id: string }>(
        'select idea_id from practice_forecasts where id = $1',
        [id],
      );
      return rows[0]!.idea_id;
    },
    /** Asks and answers. */
    forecast: async (given: GivenAnswer): Promise<Forecast> => {
      const { question } = await ask();
      if (!question) throw new Error('Nothing is left to ask');
      return (await answer(question.id, given)).body;
    },
    summary: async (token?: string) =>
      (await call<PracticeSummary>('GET', '/api/practice/summary', token)).body,
    find: (id: string, token?: string) =>
      call<{ question: PracticeQuestion; forecast: Forecast }>('GET', `/api/practice/forecasts/${id}`, token),
    review: (id: string, token?: string) => call<Forecast>('POST', `/api/practice/reviews/${id}`, token),
  };
};

export const reachedExit: IdeaChangesInput = { status: 'successful', result_level: 'exit_1' };
export const stoppedOut: IdeaChangesInput = { status: 'unsuccessful', result_level: 'invalidation_level' };
