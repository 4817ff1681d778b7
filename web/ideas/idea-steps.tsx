import { describeStep } from '../../contract/ideas/step-text.ts';
import { absoluteTime } from '../shared/absolute-time.ts';
import type { Idea } from './idea-model.ts';

/** What an educator told of an idea as it went, the latest first; nothing without steps. */
export const IdeaSteps = ({ idea }: { idea: Idea }) =>
  idea.steps.length > 0 && (
    <ol aria-label="As it goes" className="grid gap-1.5 border-l-2 border-accent pl-3 text-sm">
      {idea.steps.toReversed().map((step) => (
        <li key={step.at} className="wrap-anywhere">
          <bdi>{describeStep(step)}</bdi>{' '}
          <time dateTime={step.at} className="text-muted">
            {absoluteTime(step.at)}
          </time>
        </li>
      ))}
    </ol>
  );
