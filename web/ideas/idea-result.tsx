import { describeResult } from '../../contract/ideas/idea-result.ts';
import { type RenderTerm, renderTerm, TermIdea } from '../glossary/term.tsx';
import { absoluteTime } from '../shared/absolute-time.ts';
import { classNames } from '../shared/ui/class-names.ts';
import type { Idea } from './idea-model.ts';
import { levelTerms } from './idea-terms.tsx';
import { LessonText } from './lesson-text.tsx';

export const resultColours = { win: 'text-positive', loss: 'text-negative', even: 'text-muted' };
const edgeColours = { win: 'border-positive', loss: 'border-negative', even: 'border-line' };

/** "Exit 1 · +2.6R"; renders nothing for an open idea. */
export const ResultLine = ({
  idea,
  renderWord = (_, text) => text,
}: {
  idea: Idea;
  /** Makes level and R something to press. */
  renderWord?: RenderTerm;
}) => {
  const result = describeResult(idea);
  if (!result) return null;
  return (
    <>
      {result.level ? renderWord(levelTerms[result.level], result.label) : result.label}
      {result.r && (
        <>
          {' · '}
          <span className={classNames('whitespace-nowrap', resultColours[result.tone])}>
            {renderWord('r', result.r)}
          </span>
        </>
      )}
    </>
  );
};

/** How a closed idea ended: level reached, R, times and lesson. */
export const IdeaResult = ({ idea }: { idea: Idea }) => {
  const result = describeResult(idea);
  if (!result) return null;
  const times = [
    idea.result_at && (['reached', idea.result_at] as const),
    idea.closed_at && (['closed', idea.closed_at] as const),
  ].filter((time) => Boolean(time)) as (readonly [string, string])[];
  return (
    <section aria-label="Result" className={`border-l-3 pl-4 ${edgeColours[result.tone]}`}>
      <p className="text-xl font-semibold tracking-tight">
        <TermIdea value={idea}>
          <ResultLine idea={idea} renderWord={renderTerm} />
        </TermIdea>
      </p>
      {times.length > 0 && (
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          {times.map(([name, iso]) => (
            <span key={name} className="first-letter:uppercase">
              {`${name} `}
              <time dateTime={iso}>{absoluteTime(iso)}</time>
            </span>
          ))}
        </p>
      )}
      <div className="mt-2 empty:hidden">
        <LessonText lesson={idea.lesson} tag={idea.lesson_tag} />
      </div>
    </section>
  );
};
