import type { ReactNode, Ref } from 'react';
import { formatTimeFrame } from '../../../contract/ideas/time-frames.ts';
import type { PracticeQuestion } from '../../../contract/learn/practice.ts';
import { TermIdea } from '../../glossary/term.tsx';
import { IdeaFacts } from '../../ideas/idea-facts.tsx';
import { IdeaMedia } from '../../ideas/idea-media.tsx';
import { DirectionTerm, renderLevelTerm } from '../../ideas/idea-terms.tsx';
import { LevelLadder } from '../../ideas/ladder/level-ladder.tsx';
import { lazyPart } from '../../shared/loading/lazy-part.tsx';
import { cardClass } from '../../shared/ui/card-class.ts';
import { ClampedText } from '../../shared/ui/clamped-text.tsx';

const QuestionChart = lazyPart(() => import('./question-chart.tsx'), { kind: 'background' });

const Notes = ({ question }: { question: PracticeQuestion }) => (
  <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-4">
    {question.notes ? (
      <ClampedText text={question.notes} className="max-w-[64ch]" />
    ) : (
      <p className="text-sm text-faint">No notes added.</p>
    )}
    <IdeaMedia
      size="card"
      idea={{
        pair: question.pair,
        image_urls: question.image_urls,
        chart_url: null,
        audio_url: null,
        video_url: null,
      }}
    />
  </div>
);

/** An idea as it stood five minutes after publishing; `children` are the forecast or its result. */
export const QuestionCard = ({
  question,
  heading,
  children,
}: {
  question: PracticeQuestion;
  heading: Ref<HTMLHeadingElement>;
  children: ReactNode;
}) => (
  <article aria-labelledby="practice-question" className={`@container overflow-clip ${cardClass}`}>
    <TermIdea value={{ ...question.levels, pair: question.pair, plan: null }}>
      <div className="grid grid-cols-[minmax(0,1fr)] @min-[56rem]:grid-cols-[minmax(0,1fr)_25rem] @min-[56rem]:grid-rows-[auto_1fr]">
        <div className="p-4.5 @min-[30rem]:p-7">
          <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
            <h2
              ref={heading}
              id="practice-question"
              tabIndex={-1}
              className="text-3xl tracking-tight wrap-anywhere"
            >
              <bdi>{question.pair}</bdi>
            </h2>
            <DirectionTerm order={question.levels.order_type} />
          </div>
          <IdeaFacts
            idea={{ time_frame: formatTimeFrame(question.time_frame), idea_type: question.idea_type }}
          />
          {question.chart && <QuestionChart question={question} />}
          <Notes question={question} />
        </div>
        <div className="border-y border-line-soft bg-sunken p-4.5 @min-[30rem]:px-7 @min-[56rem]:row-span-2 @min-[56rem]:border-y-0 @min-[56rem]:border-l @min-[56rem]:py-7">
          <LevelLadder levels={question.levels} pair={question.pair} renderName={renderLevelTerm} />
        </div>
        <div className="p-4.5 @min-[30rem]:p-7 @min-[56rem]:border-t @min-[56rem]:border-line-soft">
          {children}
        </div>
      </div>
    </TermIdea>
  </article>
);
