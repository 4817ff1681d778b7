import { invalidationMessage } from '../../../contract/ideas/ideas.ts';
import { TermIdea } from '../../glossary/term.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { IdeaAuthor } from '../idea-author.tsx';
import { DetailFacts } from '../idea-facts.tsx';
import type { Idea } from '../idea-model.ts';
import { IdeaChips } from '../idea-terms.tsx';

/** What an idea is, and whose. Says so if it is invalid. */
export const IdeaHead = ({ idea }: { idea: Idea }) => (
  <>
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <TermIdea value={idea}>
        <IdeaChips idea={idea} />
        <DetailFacts idea={idea} />
      </TermIdea>
    </div>
    <IdeaAuthor idea={idea} />
    {idea.status === 'invalid' && <Notice tone="error">{invalidationMessage(idea)}</Notice>}
  </>
);
