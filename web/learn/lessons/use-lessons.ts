import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  countLessons,
  type LessonTopic,
  lessonTopics,
  listLessons,
} from '../../../contract/learn/lessons.ts';
import type { RouteQuery } from '../../../contract/shared/route.ts';
import { pageQuery } from '../../shared/api/page-query.ts';
import { routeQuery } from '../../shared/api/route-query.ts';
import { oneOf } from '../../shared/hooks/use-address-filter.ts';

export type LessonFilter = Omit<RouteQuery<typeof countLessons>, 'cursor'>;

/** The topic in the address, beside the filter of the histories. */
export const lessonTopicFilter = z.object({ topic: oneOf(lessonTopics) });

/** Lessons, last closed first, page by page. Shows those of the previous filter while new ones load. */
export const useLessons = (filter: LessonFilter, topic: LessonTopic | undefined) =>
  useInfiniteQuery({
    ...pageQuery(listLessons, { query: { ...filter, topic } }),
    placeholderData: keepPreviousData,
  });

export const useTopicCounts = (filter: LessonFilter) =>
  useQuery({ ...routeQuery(countLessons, { query: filter }), placeholderData: keepPreviousData });
