import type { TradeIdea } from '../../../contract/ideas/ideas.ts';
import type { TopicCount } from '../../../contract/learn/lessons.ts';
import type { Db } from '../../database/connection.ts';
import { toIdeaDto, toReportedIdea } from '../../ideas/idea-row.ts';
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
    const rows = await selectLessons(this.#db, filter, page);
    return rows.map((row) => toReportedIdea(toIdeaDto(row)));
  }

  /** Topics without a lesson are left out. */
  countTopics(filter: LessonFilter): Promise<TopicCount[]> {
    return countTopics(this.#db, filter);
  }
}
