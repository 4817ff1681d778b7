import { type LessonTopic, lessonTopics } from '../../../contract/learn/lessons.ts';
import { formatLessonTag } from '../../ideas/result-labels.ts';
import { ChipChoice } from '../../shared/ui/chip-choice.tsx';
import { type LessonFilter, useTopicCounts } from './use-lessons.ts';

type Counts = { ideas: number; losses: number };

const describeCounts = ({ ideas, losses }: Counts) =>
  `${ideas} ${ideas === 1 ? 'idea' : 'ideas'}, ${losses} ${losses === 1 ? 'loss' : 'losses'}`;

export const formatTopic = (topic: LessonTopic) => (topic === 'none' ? 'No topic' : formatLessonTag(topic));

/** The topics of lessons, each with the number of ideas and losses behind it. */
export const TopicChoice = ({
  filter,
  topic,
  onChoose,
}: {
  filter: LessonFilter;
  topic: LessonTopic | undefined;
  onChoose: (topic: LessonTopic | undefined) => void;
}) => {
  const { data } = useTopicCounts(filter);
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
