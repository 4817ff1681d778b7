import { type FormEvent, useState } from 'react';
import { explainStep, MAX_STEP_LINE } from '../../../contract/publishing/idea-writing.ts';
import { dropInvisible } from '../../../contract/shared/text.ts';
import type { Idea } from '../../ideas/idea-model.ts';
import { saveStep } from '../../ideas/undo.ts';
import { useUnsaved } from '../../shared/hooks/use-unsaved.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { HALF, listNextSteps, type NextStep } from './next-steps.ts';
import { useIdeaActions } from './use-idea-actions.ts';

/** What an educator tells of an open idea with one press each: readers are told what happened, and the idea stays active. */
export const StepActions = ({ idea }: { idea: Idea }) => {
  const { busy, tell } = useIdeaActions(idea);
  const [problem, setProblem] = useState<string | null>(null);
  const [share, setShare] = useState(String(HALF));
  const [line, setLine, endLine] = useUnsaved<string>(`step ${idea.id}`);
  const steps = listNextSteps(idea, Number(dropInvisible(share).replace(/\s*%$/, '')));
  const send = async (step: Omit<NextStep, 'isExit'>) => {
    setProblem(step.problem);
    return step.problem === null && (await tell(step));
  };
  const sendLine = async (event: FormEvent) => {
    event.preventDefault();
    const told = { kind: 'line', text: (line ?? '').trim() } as const;
    const step = { label: 'line', problem: explainStep(idea, told), save: () => saveStep(idea, told) };
    if (told.text && (await send(step))) endLine(line);
  };
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <legend className="mb-2 text-sm font-medium text-muted">As it goes</legend>
      <div className="flex flex-wrap items-center gap-2">
        {steps.map((step) => (
          <Button key={step.label} size="s" busy={busy === step.label} onClick={() => void send(step)}>
            {step.label}
          </Button>
        ))}
        {steps.some(({ isExit }) => isExit) && (
          <span className="flex items-center gap-2 text-sm text-muted">
            closing
            <span className="w-16">
              <TextInput
                aria-label="Share closed, in percent"
                inputMode="numeric"
                value={share}
                onChange={(event) => setShare(event.target.value)}
              />
            </span>
            %
          </span>
        )}
      </div>
      <form className="flex flex-wrap items-end gap-2" onSubmit={(event) => void sendLine(event)}>
        <div className="min-w-[min(12rem,100%)] flex-1">
          <Field label="An update for readers" error={problem}>
            <TextInput
              value={line ?? ''}
              maxLength={MAX_STEP_LINE}
              onChange={(event) => setLine(event.target.value)}
            />
          </Field>
        </div>
        <Button size="s" type="submit" busy={busy === 'line'} disabled={!line?.trim()}>
          Send
        </Button>
      </form>
    </fieldset>
  );
};
