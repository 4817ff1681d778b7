import { useState } from 'react';
import { categoryName, type IdeaStatus, isCompleted } from '../../../contract/ideas/ideas.ts';
import { historyMarket } from '../../../contract/ideas/market-detection.ts';
import { updateIdea } from '../../../contract/publishing/idea-writing.ts';
import { IdeaConflict, removeIdea } from '../../ideas/idea-calls.ts';
import type { Idea } from '../../ideas/idea-model.ts';
import { saveIdea, showSaved } from '../../ideas/undo.ts';
import { showToast } from '../../shared/ui/toast.ts';
import type { NextStep } from './next-steps.ts';

/** The category of SPEC §4, for example "Leverage Ideas (Forex)". */
const describeCategory = (idea: Idea): string => categoryName(idea, historyMarket(idea));

/** Sets the status of an idea, tells a step, or deletes it, one at a time. Each returns whether it succeeded. */
export const useIdeaActions = (idea: Idea) => {
  /** The status, the label of the step, or 'delete'. */
  const [busy, setBusy] = useState<string | null>(null);

  const runExclusive = async (what: string, failure: string, act: () => Promise<boolean>) => {
    if (busy) return false;
    setBusy(what);
    try {
      return await act();
    } catch (reason) {
      // The call has logged the failure. The card still shows the stored status.
      const description = reason instanceof IdeaConflict ? reason.message : failure;
      showToast({ title: 'Error', description, tone: 'error' });
      return false;
    } finally {
      setBusy(null);
    }
  };

  const setStatus = (status: IdeaStatus) =>
    runExclusive(status, updateIdea.failure, async () => {
      const saved = await saveIdea(idea, { status });
      showSaved(saved, {
        title: 'Trade idea updated',
        ...(isCompleted(status) && { description: `Moved to ${describeCategory(saved)}` }),
      });
      return true;
    });

  const tell = ({ label, save }: Pick<NextStep, 'label' | 'save'>) =>
    runExclusive(label, updateIdea.failure, async () => {
      showSaved(await save(), { title: 'Trade idea updated' });
      return true;
    });

  const remove = () =>
    runExclusive('delete', 'Failed to delete trade idea', async () => {
      await removeIdea(idea.id);
      showToast({ title: 'Trade idea deleted' });
      return true;
    });

  return { busy, setStatus, tell, remove };
};
