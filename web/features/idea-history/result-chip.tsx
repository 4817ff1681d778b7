import { type IdeaStatus, toIdeaResult } from '../../../contract/ideas.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { Icon } from '../../shared/ui/icon.tsx';

const looks = {
  successful: { text: 'Successful', icon: 'check', colours: 'bg-rise-wash text-rise' },
  unsuccessful: { text: 'Unsuccessful', icon: 'x', colours: 'bg-fall-wash text-fall' },
  /** The legacy value that says no more than this. */
  completed: { text: 'Completed', icon: 'clock', colours: 'bg-raised text-muted' },
} as const;

/** How an idea ended: word, shape and colour. */
export const ResultChip = ({ status }: { status: IdeaStatus }) => {
  const look = looks[toIdeaResult(status) ?? 'completed'];
  return (
    <span
      className={classNames(
        'inline-flex h-7 shrink-0 items-center gap-1 rounded-full pr-2.5 pl-2 text-xs font-semibold',
        look.colours,
      )}
    >
      <Icon name={look.icon} size={15} />
      {look.text}
    </span>
  );
};
