import { isFiltered, useHistoryFilter } from '../features/idea-history/history-filter.ts';
import { HistoryFilters } from '../features/idea-history/history-filters.tsx';
import { LessonLibrary } from '../features/lessons/lesson-library.tsx';
import { TopicChoice } from '../features/lessons/topic-choice.tsx';
import { useLessonTopic } from '../features/lessons/use-lessons.ts';
import { paths } from '../shared/paths.ts';
import { PageHead } from '../shared/ui/page-head.tsx';

/** /learn/lessons: what educators learned from closed ideas, losses included. */
export const LessonsPage = () => {
  const { filter, setFilter } = useHistoryFilter();
  const { topic, setTopic } = useLessonTopic();
  return (
    <>
      <PageHead
        title="Lessons learned"
        subtitle="What educators took away from closed ideas, wins and losses"
        back={{ href: paths.learn, label: 'Back to Learn' }}
      />
      <HistoryFilters filter={filter} onChange={setFilter} />
      <div className="column">
        <div className="mb-6">
          <TopicChoice filter={filter} topic={topic} onChoose={setTopic} />
        </div>
        <LessonLibrary filter={filter} topic={topic} isFiltered={isFiltered(filter) || topic !== undefined} />
      </div>
    </>
  );
};
