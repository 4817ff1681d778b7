import { memo, type ReactNode } from 'react';
import { hasEnded, invalidationMessage } from '../../contract/ideas/ideas.ts';
import { getPlan } from '../../contract/ideas/levels.ts';
import { TermIdea } from '../glossary/term.tsx';
import { ClampedText } from '../shared/ui/clamped-text.tsx';
import { classNames } from '../shared/ui/class-names.ts';
import { Notice } from '../shared/ui/notice.tsx';
import { IdeaAuthor } from './idea-author.tsx';
import { IdeaFacts } from './idea-facts.tsx';
import { IdeaMedia } from './idea-media.tsx';
import type { Idea } from './idea-model.ts';
import { IdeaResult } from './idea-result.tsx';
import { IdeaSteps } from './idea-steps.tsx';
import { IdeaChips, renderLevelTerm } from './idea-terms.tsx';
import { LevelLadder } from './ladder/level-ladder.tsx';

/** Longer pairs are names rather than tickers and get a smaller font. */
const SHORT_PAIR = 11;

const Title = ({ idea }: { idea: Idea }) => {
  const isInvalidated = idea.status === 'invalid';
  return (
    <div className="mt-2.5 mb-1.5 flex flex-wrap items-center gap-x-4 gap-y-2 @min-[30rem]:mt-5 @min-[30rem]:mb-3 @min-[56rem]:mt-7">
      <h2
        className={classNames(
          'tracking-tight wrap-anywhere',
          idea.pair.length > SHORT_PAIR
            ? 'text-2xl @min-[30rem]:text-3xl'
            : 'text-2xl @min-[12rem]:text-3xl @min-[30rem]:text-5xl',
          isInvalidated && 'text-muted line-through decoration-2',
        )}
      >
        <bdi>{idea.pair}</bdi>
      </h2>
      <div className="flex flex-wrap gap-2">
        <IdeaChips idea={idea} />
      </div>
    </div>
  );
};

/** Notes and media. An educator's own card replaces them by inputs. */
const Notes = ({ idea }: { idea: Idea }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    {idea.notes ? (
      <ClampedText text={idea.notes} className="max-w-[60ch] @min-[56rem]:text-lg" />
    ) : (
      <p className="text-sm text-faint">No notes added.</p>
    )}
    <IdeaMedia idea={idea} size="card" />
  </div>
);

/**
 * The card of an idea. Its layout depends on its own width: two columns from 56rem (896 px), else one column with the
 * ladder before the notes.
 */
export const IdeaCard = memo(
  (props: {
    idea: Idea;
    /** Shown below the facts. */
    notice?: ReactNode;
    /** Actions below the notes. */
    foot?: ReactNode;
    /** Replaces the notes. */
    children?: ReactNode;
  }) => {
    const { idea, notice, foot, children } = props;
    const isInvalidated = idea.status === 'invalid';
    return (
      <article
        aria-label={`${idea.pair}, ${idea.educator_name}`}
        // The carousel moves the focus here.
        tabIndex={-1}
        className="@container overflow-clip rounded-l [&_a]:scroll-mb-24 [&_button]:scroll-mb-24 border border-line-soft bg-surface shadow-lift"
      >
        <TermIdea value={idea}>
          <div className="grid grid-cols-[minmax(0,1fr)] @min-[56rem]:grid-cols-[minmax(0,1fr)_25rem] @min-[56rem]:grid-rows-[auto_1fr]">
            <div className="px-4.5 py-3 @min-[30rem]:p-7">
              <IdeaAuthor idea={idea} />
              <Title idea={idea} />
              <IdeaFacts idea={idea} />
              {hasEnded(idea.status) && (!isInvalidated || idea.lesson || idea.lesson_tag) && (
                <div className="mt-5">
                  <IdeaResult idea={idea} />
                </div>
              )}
              <div className="mt-4 empty:hidden">
                <IdeaSteps idea={idea} />
              </div>
              <div className="mt-4 empty:hidden">{notice}</div>
            </div>
            <div className="border-y border-line-soft bg-sunken px-4.5 py-3 @min-[30rem]:px-7 @min-[30rem]:py-4.5 @min-[56rem]:row-span-2 @min-[56rem]:border-y-0 @min-[56rem]:border-l @min-[56rem]:px-7 @min-[56rem]:py-7">
              <LevelLadder
                levels={idea}
                plan={getPlan(idea)}
                pair={idea.pair}
                isInvalidated={isInvalidated}
                hasPrice={!hasEnded(idea.status)}
                renderName={renderLevelTerm}
              />
            </div>
            <div className="p-4.5 @min-[30rem]:px-7 @min-[30rem]:pb-7 @min-[56rem]:pt-0">
              {/* Below the levels on a phone, whose first view they need. */}
              {isInvalidated && (
                <Notice tone="error" className="mb-4">
                  {invalidationMessage(idea)}
                </Notice>
              )}
              {children ?? <Notes idea={idea} />}
              {foot}
            </div>
          </div>
        </TermIdea>
      </article>
    );
  },
);
