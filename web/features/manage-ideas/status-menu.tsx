import { hasEnded, type IdeaStatus, isCompleted, normalizeStatus } from '../../../contract/ideas.ts';
import type { Idea } from '../../entities/idea/idea-model.ts';
import { Icon, type IconName } from '../../shared/ui/icon.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { useIdeaActions } from './use-idea-actions.ts';
import type { SaveIdea } from './use-inline-edit.ts';

const choices: { status: IdeaStatus; label: string; icon: IconName }[] = [
  { status: 'successful', label: 'Mark successful', icon: 'check' },
  { status: 'unsuccessful', label: 'Mark unsuccessful', icon: 'x' },
  { status: 'invalid', label: 'Mark invalid', icon: 'warning' },
  { status: 'pending', label: 'Reset to pending', icon: 'clock' },
];

/** SPEC §4's status actions as a menu: any result at any time, and a reset of any status other than pending. */
export const StatusMenu = ({
  idea,
  save,
  onCompleted,
}: {
  idea: Idea;
  save: SaveIdea;
  onCompleted: (idea: Idea, status: IdeaStatus) => void;
}) => {
  const { busy, setStatus } = useIdeaActions(idea, save);
  const now = normalizeStatus(idea.status);
  const change = async (status: IdeaStatus) => {
    if ((await setStatus(status)) && isCompleted(status)) onCompleted(idea, status);
  };
  const text = hasEnded(idea.status) ? 'Status' : 'Close';
  return (
    <Menu
      label={`${text} ${idea.pair}`}
      items={choices
        .filter(({ status }) => status !== now)
        .map(({ status, label, icon }) => ({ label, icon, onSelect: () => void change(status) }))}
      className="inline-flex h-9 items-center gap-0.5 rounded-[10px] pr-1 pl-2 text-sm font-medium whitespace-nowrap text-muted hover:bg-raised hover:text-text pointer-coarse:h-11"
    >
      {text}
      <Icon name="down" size={16} className={busy ? 'animate-breathe' : ''} />
    </Menu>
  );
};
