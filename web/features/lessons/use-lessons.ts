import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from 'wouter';
import { countLessons, type LessonTopic, lessonTopics, listLessons } from '../../../contract/lessons.ts';
import { type RouteQuery, routeUrl } from '../../../contract/route.ts';
import { callPage, callRoute } from '../../shared/api/api-request.ts';
import { pageQuery } from '../../shared/api/page-query.ts';

export type LessonFilter = Omit<RouteQuery<typeof countLessons>, 'cursor'>;

/** The topic is stored in the URL beside the other filters. */
export const useLessonTopic = () => {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const query = new URLSearchParams(search);
  const topic = lessonTopics.find((name) => name === query.get('topic'));
  const setTopic = (next: LessonTopic | undefined) => {
    if (next) query.set('topic', next);
    else query.delete('topic');
    navigate(query.size > 0 ? `${path}?${query}` : path);
  };
  return { topic, setTopic };
};

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
