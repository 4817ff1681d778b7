import { type AlertKind, alertKinds } from '../../contract/ideas/bookmarks.ts';
import { useBookmark } from '../ideas/bookmarks/use-bookmarks.ts';
import { Button } from '../shared/ui/button.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { showToast } from '../shared/ui/toast.ts';

const labels: Record<AlertKind, string> = {
  entry: 'Entry',
  exit: 'An exit',
  invalidation: 'Invalidation',
};

/** Which levels of an open idea the reader wants to hear about, once each. */
export const TellMeWhen = ({ ideaId }: { ideaId: string }) => {
  const { isLoaded, alerts, save } = useBookmark(ideaId);
  const toggle = async (kind: AlertKind) => {
    const next = alertKinds.filter((one) => alerts.includes(one) !== (one === kind));
    const problem = await save({ alerts: next });
    if (problem) showToast({ title: 'Alert not saved', description: problem, tone: 'error' });
  };
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <legend className="mb-1.5 text-sm font-medium text-muted">
        Tell me when this level is reached, by push and in the bell
      </legend>
      {alertKinds.map((kind) => (
        <Button
          key={kind}
          size="s"
          disabled={!isLoaded}
          aria-pressed={alerts.includes(kind)}
          onClick={() => void toggle(kind)}
        >
          <Icon name={alerts.includes(kind) ? 'check' : 'bell'} size={16} />
          {labels[kind]}
        </Button>
      ))}
    </fieldset>
  );
};
