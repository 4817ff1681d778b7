import type { Forecast } from '../../../contract/practice.ts';
import { Term } from '../../entities/glossary/term.tsx';
import { formatLessonTag } from '../../entities/idea/result-labels.ts';
import { LinkedText } from '../../shared/ui/linked-text.tsx';

/** What the educator learned from an idea; renders nothing without a lesson. */
export const LessonText = ({ forecast: { lesson, lesson_tag: tag } }: { forecast: Forecast }) =>
  lesson && (
    <p className="max-w-[64ch] text-pretty wrap-anywhere whitespace-pre-line">
      <span className="font-semibold">
        <Term slug="lesson">Lesson</Term>
        {tag ? ` (${formatLessonTag(tag)}): ` : ': '}
      </span>
      <LinkedText text={lesson} />
    </p>
  );
