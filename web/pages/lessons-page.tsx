import { historyFilter } from '../ideas/history/history-filter.ts';
import { HistoryFilters } from '../ideas/history/history-filters.tsx';
import { LessonLibrary } from '../learn/lessons/lesson-library.tsx';
import { TopicChoice } from '../learn/lessons/topic-choice.tsx';
import { lessonTopicFilter } from '../learn/lessons/use-lessons.ts';
import { isFiltered, useAddressFilter } from '../shared/hooks/use-address-filter.ts';
import { paths } from '../shared/paths.ts';
import { PageHead } from '../shared/ui/page-head.tsx';

/** /learn/lessons: what educators learned from closed ideas, losses included. */
export const LessonsPage = () => {
  const { filter, change } = useAddressFilter(historyFilter, 'push');
  const { topic } = useAddressFilter(lessonTopicFilter, 'push').filter;
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
