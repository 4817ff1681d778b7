import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import { describeResult } from '../../../contract/ideas/idea-result.ts';
import { formatOrientation, type TradeIdea } from '../../../contract/ideas/ideas.ts';
import {
  countLessons,
  type LessonTopic,
  lessonTopics,
  listLessons,
} from '../../../contract/learn/lessons.ts';
import type { RouteQuery } from '../../../contract/shared/route.ts';
import { useEducators } from '../../educators/use-educators.ts';
import { historyFilter } from '../../ideas/history/history-filter.ts';
import { HistoryFilters } from '../../ideas/history/history-filters.tsx';
import { type Idea, toIdea } from '../../ideas/idea-model.ts';
import { ResultLine, resultColours } from '../../ideas/idea-result.tsx';
import { formatLessonTag } from '../../ideas/result-labels.ts';
import { StatusChip } from '../../ideas/status-chip.tsx';
import { changedIdeas, useRefetchOnChange } from '../../live/use-refetch-on-change.ts';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { pageQuery } from '../../shared/api/page-query.ts';
import { routeQuery } from '../../shared/api/route-query.ts';
import { isFiltered, oneOf, useAddressFilter } from '../../shared/hooks/use-address-filter.ts';
import { paths } from '../../shared/paths.ts';
import { ChipChoice } from '../../shared/ui/chip-choice.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { DirectionArrow } from '../../shared/ui/direction-chip.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { MultilineText } from '../../shared/ui/multiline-text.tsx';
import { NextPage } from '../../shared/ui/next-page.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { PendingQuery } from '../../shared/ui/pending-query.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';

type LessonFilter = Omit<RouteQuery<typeof countLessons>, 'cursor'>;

/** The topic in the address, beside the filter of the histories. */
const topicFilter = z.object({ topic: oneOf(lessonTopics) });

const grid = 'grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 xl:grid-cols-3';

type Counts = { ideas: number; losses: number };

const describeCounts = ({ ideas, losses }: Counts) =>
  `${ideas} ${ideas === 1 ? 'idea' : 'ideas'}, ${losses} ${losses === 1 ? 'loss' : 'losses'}`;

const formatTopic = (topic: LessonTopic) => (topic === 'none' ? 'No topic' : formatLessonTag(topic));

/** The topics of lessons, each with the number of ideas and losses behind it. */
const TopicChoice = ({
  filter,
  topic,
  onChoose,
}: {
  filter: LessonFilter;
  topic: LessonTopic | undefined;
  onChoose: (topic: LessonTopic | undefined) => void;
}) => {
  const counting = routeQuery(countLessons, { query: filter });
  const { data } = useQuery({ ...counting, placeholderData: keepPreviousData });
  const total = { ideas: 0, losses: 0 };
  for (const { ideas, losses } of data ?? []) {
    total.ideas += ideas;
    total.losses += losses;
  }
  const toChoice = (name: LessonTopic) => {
    const counts = data?.find((entry) => entry.topic === name);
    // The chosen topic stays, also when the other filters leave nothing of it.
    if (!counts && name !== topic) return [];
    return [{ name, label: formatTopic(name), detail: describeCounts(counts ?? { ideas: 0, losses: 0 }) }];
  };
  return (
    <ChipChoice
      legend="Topic"
      isScrollable
      choices={[
        { name: 'all' as const, label: 'All', detail: data && describeCounts(total) },
        ...lessonTopics.flatMap(toChoice),
      ]}
      value={topic ?? 'all'}
      onChange={(name) => onChoose(name === 'all' ? undefined : name)}
    />
  );
};

/** What an educator learned from one idea. The whole card leads to its replay. */
const LessonCard = ({ idea }: { idea: Idea }) => (
  <li
    tabIndex={-1}
    className="relative grid content-start gap-2.5 rounded-l border border-line-soft bg-surface p-4.5 shadow-lift transition-colors duration-150 outline-none hover:border-edge sm:p-5"
  >
    <div className="flex flex-wrap items-center gap-2.5">
      <DirectionArrow order={idea.order_type} />
      <h2 className="min-w-24 flex-1 text-lg wrap-anywhere">
        <Link href={paths.replay(idea.id)} className="after:absolute after:inset-0 after:rounded-l">
          <bdi>{idea.pair}</bdi>
        </Link>
      </h2>
      <StatusChip status={idea.status} size="s" />
    </div>
    <p className="text-sm wrap-anywhere text-muted">
      <bdi>{idea.educator_name}</bdi>
      {` · ${formatOrientation(idea.order_type)} · ${idea.time_frame}`}
      {idea.closed_at && (
        <>
          {' · '}
          <time dateTime={idea.closed_at}>{absoluteTime(idea.closed_at)}</time>
        </>
      )}
    </p>
    <p className={classNames('font-semibold tracking-tight', !describeResult(idea)?.r && resultColours.even)}>
      <ResultLine idea={idea} />
    </p>
    {idea.lesson && <MultilineText text={idea.lesson} className="text-pretty [&_a]:relative" />}
    <p className="text-sm text-muted">{formatTopic(idea.lesson_tag ?? 'none')}</p>
  </li>
);

/** The lessons that match the filters, last closed first. Those of the previous filter while new ones load. */
const LessonLibrary = ({
  filter,
  topic,
  isFiltered,
}: {
  filter: LessonFilter;
  topic: LessonTopic | undefined;
  isFiltered: boolean;
}) => {
  const query = useInfiniteQuery({
    ...pageQuery(listLessons, { query: { ...filter, topic } }),
    placeholderData: keepPreviousData,
  });
  useRefetchOnChange(listLessons.path, (change) =>
    changedIdeas(change).some(({ lesson }) => lesson !== null),
  );
  const educators = useEducators();
  const { data: rows } = query;
  const list = useRef<HTMLUListElement>(null);
  if (!rows)
    return (
      <PendingQuery query={query} label="Loading lessons" failure={listLessons.failure}>
        <div className={grid}>
          {[1, 2, 3].map((number) => (
            <Skeleton key={number} className="h-48 rounded-l" />
          ))}
        </div>
      </PendingQuery>
    );
  if (rows.length === 0)
    return (
      <EmptyState title="No lessons here yet">
        {isFiltered
          ? 'No lessons match these filters.'
          : 'Lessons appear here when educators close ideas and say what they learned.'}
      </EmptyState>
    );
  return (
    <>
      <ul ref={list} aria-label="Lessons" className={grid}>
        {rows.map((row: TradeIdea) => (
          <LessonCard key={row.id} idea={toIdea(row, educators.get(row.educator_id))} />
        ))}
      </ul>
      <NextPage query={query} list={list} label="Show older lessons" failure={listLessons.failure} />
    </>
  );
};

/** /learn/lessons: what educators learned from closed ideas, losses included. */
export const LessonsPage = () => {
  const { filter, change } = useAddressFilter(historyFilter, 'push');
  const { topic } = useAddressFilter(topicFilter, 'push').filter;
  const { educator, result, pair } = filter;
  const lessons = { educatorId: educator, result, pair };
  return (
    <>
      <PageHead
        title="Lessons learned"
        subtitle="What educators took away from closed ideas, wins and losses"
        back={{ href: paths.learn, label: 'Back to Learn' }}
      />
      <HistoryFilters filter={filter} onChange={change} />
      <div className="column">
        <div className="mb-6">
          <TopicChoice filter={lessons} topic={topic} onChoose={(next) => change({ topic: next })} />
        </div>
        <LessonLibrary filter={lessons} topic={topic} isFiltered={isFiltered({ ...filter, topic })} />
      </div>
    </>
  );
};
