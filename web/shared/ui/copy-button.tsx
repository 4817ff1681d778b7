import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

/** SPEC §9. */
const COPY_CONFIRMATION_MS = 2_000;

type CopyState = 'idle' | 'copied' | 'failed';

const useCopy = (text: string): readonly [CopyState, () => Promise<void>] => {
  const [last, setLast] = useState<{ state: CopyState }>({ state: 'idle' });
  useEffect(() => {
    if (last.state === 'idle') return;
    const timer = setTimeout(() => setLast({ state: 'idle' }), COPY_CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [last]);
  const press = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setLast({ state: 'copied' });
    } catch {
      setLast({ state: 'failed' });
    }
  };
  return [last.state, press];
};

const answers = { idle: '', copied: 'Copied', failed: "Couldn't copy" };

/** Copies a text and confirms it for two seconds. An icon beside its text, or a labelled button. */
export const CopyButton = ({
  text,
  label,
  icon: idleIcon = 'copy',
  done = answers.copied,
  iconOnly = false,
}: {
  text: string;
  /** What is copied: "Copy entry 1". */
  label: string;
  icon?: IconName;
  /** Confirms the copy. */
  done?: string;
  iconOnly?: boolean;
}) => {
  const [state, press] = useCopy(text);
  const icon = <Icon name={state === 'copied' ? 'check' : idleIcon} size={18} />;
  const answer = state === 'copied' ? done : answers[state];
  // Outside the button: its content is its name, and screen readers do not announce changes of a name.
  const announcement = (
    <span role="status" className="sr-only">
      {answer}
    </span>
  );
  if (!iconOnly)
    return (
      <span>
        <Button size="s" onClick={() => void press()}>
          {icon}
          {state === 'idle' ? label : answer}
        </Button>
        {announcement}
      </span>
    );
  return (
    <span className="relative">
      <button
        type="button"
        aria-label={label}
        onClick={() => void press()}
        className={classNames(
          'grid size-11 place-items-center rounded-full transition-colors duration-150 hover:bg-raised',
          state === 'copied' ? 'text-positive' : 'text-muted hover:text-text',
        )}
      >
        {icon}
      </button>
      {state !== 'idle' && (
        <span
          aria-hidden="true"
          className="absolute top-1/2 right-full -translate-y-1/2 rounded-s bg-text px-2 py-1 text-xs font-medium whitespace-nowrap text-background"
        >
          {answer}
        </span>
      )}
      {announcement}
    </span>
  );
};
