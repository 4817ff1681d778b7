import type { ReactNode } from 'react';
import { type IdeaStatus, normalizeStatus } from '../../contract/ideas/ideas.ts';
import { classNames } from '../shared/ui/class-names.ts';
import { Icon, type IconName } from '../shared/ui/icon.tsx';

type Look = { text: string; icon: IconName; colours: string };

const looks: Partial<Record<IdeaStatus, Look>> = {
  pending: { text: 'Pending', icon: 'clock', colours: 'bg-accent-wash text-accent' },
  successful: { text: 'Successful', icon: 'check', colours: 'bg-positive-wash text-positive' },
  unsuccessful: { text: 'Unsuccessful', icon: 'x', colours: 'bg-negative-wash text-negative' },
  completed: { text: 'Completed', icon: 'check', colours: 'bg-raised text-muted' },
  invalid: { text: 'INVALID', icon: 'warning', colours: 'bg-negative-wash text-negative' },
};

const sizes = { s: 'h-7 gap-1 pr-2.5 pl-2 text-xs', m: 'h-8 gap-1.5 pr-3 pl-2.5 text-sm' };

/** The status of an idea; renders nothing for an active one. */
export const StatusChip = ({
  status,
  size = 'm',
  renderText = (text) => text,
}: {
  status: IdeaStatus;
  size?: keyof typeof sizes;
  /** Makes the word something to press. */
  renderText?: (text: string) => ReactNode;
}) => {
  const look = looks[normalizeStatus(status)];
  if (!look) return null;
  return (
    <span
      className={classNames(
        'inline-flex shrink-0 items-center rounded-full font-semibold',
        sizes[size],
        look.colours,
      )}
    >
      <Icon name={look.icon} size={16} />
      {renderText(look.text)}
    </span>
  );
};
