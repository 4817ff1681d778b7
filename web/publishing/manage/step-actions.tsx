import { useState } from 'react';
import { addIdeaStep, MAX_STEP_LINE } from '../../../contract/publishing/idea-writing.ts';
import { dropInvisible } from '../../../contract/shared/text.ts';
import type { Idea } from '../../ideas/idea-model.ts';
import { saveStep, showSaved } from '../../ideas/undo.ts';
import { useUnsaved } from '../../shared/hooks/use-unsaved.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { HALF, listNextSteps, type NextStep } from './next-steps.ts';

/** Runs one call at a time; its failure is shown until the next one. */
const useCall = () => {
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const run = async (name: string, call: () => Promise<Idea>): Promise<boolean> => {
    if (busy) return false;
    setBusy(name);
    setError(null);
    try {
      showSaved(await call(), { title: 'Trade idea updated' });
      return true;
    } catch (failure) {
      // The call has logged it. What was typed stays.
      const fields = Object.values((failure as { fields?: Record<string, string> }).fields ?? {});
      setError(fields[0] ?? addIdeaStep.failure);
      return false;
    } finally {
      setBusy(null);
    }
  };
  return { busy, error, setError, run };
};

/** What an educator tells of an open idea with one press each: readers are told what happened, and the idea stays active. */
export const StepActions = ({ idea }: { idea: Idea }) => {
  const { busy, error, setError, run } = useCall();
  const [share, setShare] = useState(String(HALF));
  const [line, setLine, endLine] = useUnsaved<string>(`step ${idea.id}`);
  const steps = listNextSteps(idea, Number(dropInvisible(share).replace(/\s*%$/, '')));
  const tell = async ({ label, problem, save }: NextStep) => {
    if (problem) return setError(problem);
    await run(label, save);
  };
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <legend className="mb-2 text-sm font-medium text-muted">As it goes</legend>
      <div className="flex flex-wrap items-center gap-2">
        {steps.map((step) => (
          <Button key={step.label} size="s" busy={busy === step.label} onClick={() => void tell(step)}>
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
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const text = (line ?? '').trim();
          if (!text) return;
          void run('line', () => saveStep(idea, { kind: 'line', text })).then(
            (isTold) => isTold && endLine(line),
          );
        }}
      >
        <div className="min-w-[min(12rem,100%)] flex-1">
          <Field label="An update for readers" error={error}>
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
