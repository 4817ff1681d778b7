import { type TradeIdea, toReportedIdea } from '../../../contract/ideas/ideas.ts';
import type { TopicCount } from '../../../contract/learn/lessons.ts';
import type { Db } from '../../database/connection.ts';
import type { KeysetCursor } from '../../shared/keyset-cursor.ts';
import { countTopics, type LessonFilter, selectLessons } from './lessons-db.ts';

/** What educators have learned from closed ideas. */
export class LessonsService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async list(
    filter: LessonFilter,
    page: { cursor: KeysetCursor | undefined; limit: number },
  ): Promise<TradeIdea[]> {
    return (await selectLessons(this.#db, filter, page)).map(toReportedIdea);
  }

  /** Topics without a lesson are left out. */
  countTopics(filter: LessonFilter): Promise<TopicCount[]> {
    return countTopics(this.#db, filter);
  }
}
