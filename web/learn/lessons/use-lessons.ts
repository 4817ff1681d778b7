import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  countLessons,
  type LessonTopic,
  lessonTopics,
  listLessons,
} from '../../../contract/learn/lessons.ts';
import { type RouteQuery, routeUrl } from '../../../contract/shared/route.ts';
import { callPage, callRoute } from '../../shared/api/api-request.ts';
import { pageQuery } from '../../shared/api/page-query.ts';
import { oneOf } from '../../shared/hooks/use-address-filter.ts';

export type LessonFilter = Omit<RouteQuery<typeof countLessons>, 'cursor'>;

/** The topic in the address, beside the filter of the histories. */
export const lessonTopicFilter = z.object({ topic: oneOf(lessonTopics) });

/** Lessons, last closed first, page by page. Shows those of the previous filter while new ones load. */
export const useLessons = (filter: LessonFilter, topic: LessonTopic | undefined) => {
  const choice = { ...filter, topic };
  return useInfiniteQuery({
    ...pageQuery(routeUrl(listLessons, {}, choice), (cursor, options) =>
      callPage(listLessons, { query: { ...choice, cursor } }, options),
    ),
    placeholderData: keepPreviousData,
  });
};

export const useTopicCounts = (filter: LessonFilter) =>
  useQuery({
    queryKey: [routeUrl(countLessons, {}, filter)],
    queryFn: ({ signal }) => callRoute(countLessons, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
  });
