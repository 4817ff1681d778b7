import { hasEnded, statusesForResult, type TradeIdea } from '../../contract/ideas/ideas.ts';
import { pairMatches } from '../../contract/ideas/pairs.ts';
import { countLessons, type LessonTopic, lessonTopics, listLessons } from '../../contract/learn/lessons.ts';
import type { RouteQuery } from '../../contract/shared/route.ts';
import type { FakeApi } from './fake-api.ts';
import type { FakeIdeas } from './fake-ideas.ts';

const isLoss = ({ status }: TradeIdea): boolean =>
  status === 'invalid' || statusesForResult('unsuccessful').some((one) => one === status);
const getTopic = ({ lesson_tag }: TradeIdea): LessonTopic => lesson_tag ?? 'none';

/** Answers the calls about the lessons of these ideas, in one page. */
export const answerLessons = (api: FakeApi, ideas: FakeIdeas): void => {
  const find = ({ educatorId, result, pair }: RouteQuery<typeof countLessons>) =>
    [...ideas.rows.values()]
      .filter(({ status, lesson, lesson_tag }) => hasEnded(status) && (lesson || lesson_tag))
      .filter((idea) => educatorId === undefined || idea.educator_id === educatorId)
      .filter((idea) => result === undefined || isLoss(idea) === (result === 'unsuccessful'))
      .filter((idea) => pair === undefined || pairMatches(idea.pair, pair))
      .toSorted((a, b) => String(b.closed_at).localeCompare(String(a.closed_at)));
  api.on(listLessons, ({ query: { topic, ...filter } }) =>
    find(filter).filter((idea) => topic === undefined || getTopic(idea) === topic),
  );
  api.on(countLessons, ({ query }) => {
    const found = find(query);
    return lessonTopics.flatMap((topic) => {
      const about = found.filter((idea) => getTopic(idea) === topic);
      return about.length > 0 ? [{ topic, ideas: about.length, losses: about.filter(isLoss).length }] : [];
    });
  });
};
