import { absoluteTime } from '../../shared/absolute-time.ts';
import type { Idea } from './idea-model.ts';
import { resultLevelName } from './result-labels.ts';

/** What the educator said of the end: the level, the time, the lesson. Beside the status, never instead of it. */
const IdeaResult = ({ idea }: { idea: Idea }) => (
  <div className="mt-5 border-l-2 border-line pl-4 text-sm">
    {idea.resultLevel && (
      <p>
        <span className="font-medium">{resultLevelName(idea.resultLevel)} reached</span>
        {idea.resultAt && (
          <time dateTime={idea.resultAt} className="text-muted">
            {` · ${absoluteTime(idea.resultAt, Date.now())}`}
          </time>
        )}
      </p>
    )}
    {idea.lesson && <p className="mt-1 text-pretty wrap-anywhere text-muted">{idea.lesson}</p>}
  </div>
);

export default IdeaResult;
