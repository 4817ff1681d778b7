import { useRef, useState } from 'react';
import type { NewIdea } from '../../contract/publishing/idea-writing.ts';
import { IdeaConflict, publishIdea } from '../ideas/idea-calls.ts';
import { isSameValue } from '../ideas/idea-fields.ts';
import { findChanges } from '../ideas/idea-form-values.ts';
import type { Idea } from '../ideas/idea-model.ts';
import { findFittingDirection, listAddedWarnings, listIdeaWarnings } from '../ideas/idea-warnings.ts';
import { saveIdea, showSaved } from '../ideas/undo.ts';
import type { ApiError } from '../shared/api/api-request.ts';
import { serverNow } from '../shared/server-clock.ts';
import { showToast } from '../shared/ui/toast.ts';
import type { Preview } from './preview-dialog.tsx';
import type { Problem, useIdeaForm } from './use-idea-form.ts';

type Form = ReturnType<typeof useIdeaForm>;

/** Publishes or saves an idea, once at a time. A failure loses no input. */
const useSending = ({ draft, problem, element, restart }: Form, onDone: (idea: Idea | null) => void) => {
  const { values, base } = draft;
  const [busy, setBusy] = useState(false);
  /** What could not be sent, for a retry. */
  const failedInput = useRef<NewIdea>(null);

  const store = async (input: NewIdea): Promise<Idea | null> => {
    if (!base) return publishIdea(input, draft.keyFor(input));
    const changes = findChanges(base, input);
    return Object.keys(changes).length > 0 ? saveIdea(base, changes) : null;
  };

  const finish = (stored: Idea | null) => {
    if (stored) {
      const did = base ? 'updated' : 'created';
      showSaved(stored, { title: 'Success!', description: `Trade idea ${did} successfully` });
      if (!draft.isStill(values)) {
        // Somebody has gone on: a pasted signal or another choice must not be lost.
        if (base) draft.rebase(stored);
        return;
      }
    }
    draft.drop();
    if (!base) {
      draft.resetValues();
      restart();
    }
    // A form that was left has nowhere to lead to.
    if (element.current) onDone(stored);
  };

  const fail = (found: Problem) => {
    problem.show(found);
    showToast({
      title: base ? 'Trade Idea Update Failed' : 'Trade Idea Creation Failed',
      description: found.message,
      tone: 'error',
    });
  };

  const send = async (input: NewIdea) => {
    if (busy) return;
    problem.setMessage(null);
    setBusy(true);
    failedInput.current = null;
    try {
      finish(await store(input));
    } catch (failure) {
      failedInput.current = input;
      if (failure instanceof IdeaConflict) draft.rebase(failure.current);
      const { message, fields } = failure as ApiError;
      fail({ message, errors: { ...fields } });
    } finally {
      setBusy(false);
    }
  };

  return { busy, fail, send, isRetry: (input: NewIdea) => isSameValue(input, failedInput.current) };
};

/** Submits the form, and shows the preview before. If there are warnings, submitting shows them with the preview first. */
export const useSubmission = (
  form: Form,
  others: readonly Idea[],
  now: number,
  onDone: (idea: Idea | null) => void,
) => {
  const { values, base, original } = form.draft;
  const { busy, fail, send, isRetry } = useSending(form, onDone);
  const [preview, setPreview] = useState<Preview | null>(null);
  const warnings = listIdeaWarnings(values, others, now);
  const asked = base ? listAddedWarnings(original, values, others, now) : warnings;

  const openPreview = (input: NewIdea) => setPreview({ input, base, warnings, at: new Date(serverNow()) });
  /** Passes on what would be sent, unless something is wrong or being sent. */
  const withInput = (use: (input: NewIdea) => void, onProblem: typeof fail) => {
    if (busy) return;
    const checked = form.check();
    if ('errors' in checked) onProblem(checked);
    else use(checked.input);
  };

  return {
    busy,
    warnings,
    showPreview: () => withInput(openPreview, form.problem.show),
    /** An edit only asks about the warnings that it adds. */
    submit: () =>
      withInput(
        (input) => (asked.length > 0 && !isRetry(input) ? openPreview(input) : void send(input)),
        fail,
      ),
    dialog: {
      preview,
      turned: base ? null : findFittingDirection(values),
      onTurn: (order_type: NewIdea['order_type']) => {
        form.fields.set('order_type', order_type);
        const left = listIdeaWarnings({ ...values, order_type }, others, now);
        setPreview((was) => was && { ...was, input: { ...was.input, order_type }, warnings: left });
      },
      onBack: () => setPreview(null),
      onSubmit: ({ input }: Preview) => {
        setPreview(null);
        void send(input);
      },
    },
  };
};
