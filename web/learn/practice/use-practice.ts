import { useMutation, useQuery } from '@tanstack/react-query';
import {
  answerPracticeQuestion,
  askPracticeQuestion,
  getForecast,
  getPracticeSummary,
  listForecasts,
  reviewLessonCard,
} from '../../../contract/learn/practice.ts';
import type { RouteBody } from '../../../contract/shared/route.ts';
import { ApiError, callRoute } from '../../shared/api/api-request.ts';
import { invalidatePrefix } from '../../shared/api/query-client.ts';
import { routeQuery } from '../../shared/api/route-query.ts';

/** The open question; or the answered one with this id, if it is the person's own. */
const loadQuestion = async (answeredId: string | null, signal: AbortSignal) => {
  if (answeredId)
    try {
      const params = { id: answeredId };
      return { left_out: null, ...(await callRoute(getForecast, { params }, { signal })) };
    } catch (error) {
      // No forecast of this person: the address was typed or cut off.
      if (!(error instanceof ApiError && [400, 404].includes(error.status))) throw error;
    }
  return { forecast: null, ...(await callRoute(askPracticeQuestion, {}, { signal })) };
};

/**
 * The question of one round. It is never refetched: an answered one would be replaced by the next. The id matters only
 * when a round is loaded.
 */
export const useQuestion = (round: number, answeredId: string | null) =>
  useQuery({
    queryKey: [askPracticeQuestion.path, round],
    queryFn: ({ signal }) => loadQuestion(answeredId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });

export type Answer = RouteBody<typeof answerPracticeQuestion>;

export const useAnswer = (questionId: string) => {
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: (body: Answer) => callRoute(answerPracticeQuestion, { params: { id: questionId }, body }),
    // Also after a refusal: another device may have answered.
    onSettled: () =>
      Promise.all([getPracticeSummary, listForecasts].map(({ path }) => invalidatePrefix(path))),
  });
  return {
    answer: mutate,
    /** Undefined until the answer is stored. */
    forecast: data,
    isSaving: isPending,
    error: error?.message ?? null,
    /** On another device. */
    isAnswered: error instanceof ApiError && error.code === 'ALREADY_ANSWERED',
  };
};

export const useSummary = () => useQuery(routeQuery(getPracticeSummary, {}));

export const useReview = () => {
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (id: string) => callRoute(reviewLessonCard, { params: { id } }),
    onSuccess: () => invalidatePrefix(getPracticeSummary.path),
  });
  return { review: mutateAsync, isSaving: isPending, error: error?.message };
};
