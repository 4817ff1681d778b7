import type { LessonTag } from '../../contract/ideas/ideas.ts';
import { Term } from '../glossary/term.tsx';
import { LinkedText } from '../shared/ui/linked-text.tsx';
import { formatLessonTag } from './result-labels.ts';

/** What the educator learned from an idea, and about what; renders nothing without both. */
export const LessonText = ({ lesson, tag }: { lesson: string | null; tag: LessonTag | null }) =>
  (lesson || tag) && (
    <p className="max-w-[64ch] text-pretty wrap-anywhere whitespace-pre-line">
      <span className="font-semibold">
        <Term slug="lesson">Lesson</Term>
        {tag && ` (${formatLessonTag(tag)})`}
        {lesson && ': '}
      </span>
      <bdi>
        <LinkedText text={lesson ?? ''} />
      </bdi>
    </p>
  );
