import { hasEnded, type IdeaStatus } from '../../../contract/ideas/ideas.ts';
import type { Idea } from '../../ideas/idea-model.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { HALF, listNextSteps } from './next-steps.ts';
import { listStatusChoices } from './status-choices.ts';
import { useIdeaActions } from './use-idea-actions.ts';

/** The status actions of an idea, and its next steps while it is open, as a menu. */
export const StatusMenu = ({
  idea,
  onClosed,
}: {
  idea: Idea;
  onClosed: (idea: Idea, status: IdeaStatus) => void;
}) => {
  const { busy, setStatus, tell } = useIdeaActions(idea);
  const change = async (status: IdeaStatus) => {
    if ((await setStatus(status)) && hasEnded(status)) onClosed(idea, status);
  };
  const text = hasEnded(idea.status) ? 'Status' : 'Update';
  const steps = listNextSteps(idea, HALF).map((step) => ({
    label: step.isExit ? `${step.label} (${HALF} % closed)` : step.label,
    icon: 'right' as const,
    disabled: busy !== null,
    onSelect: () => void tell(step),
  }));
  const statuses = listStatusChoices(idea).map(({ status, label, icon }) => ({
    label,
    icon,
    disabled: busy !== null,
    onSelect: () => void change(status),
  }));
  return (
    <Menu
      label={`${text} ${idea.pair}`}
      items={[...statuses, ...steps]}
      className="inline-flex h-9 items-center gap-0.5 rounded-[10px] pr-1 pl-2 text-sm font-medium whitespace-nowrap text-muted hover:bg-raised hover:text-text pointer-coarse:h-11"
    >
      {text}
      <Icon name="down" size={16} className={busy ? 'animate-breathe' : ''} />
    </Menu>
  );
};
