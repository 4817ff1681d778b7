import { type IdeaStatus, normalizeStatus } from '../../../contract/ideas/ideas.ts';
import type { Idea } from '../../ideas/idea-model.ts';
import type { ButtonVariant } from '../../shared/ui/button.tsx';
import type { IconName } from '../../shared/ui/icon.tsx';

const choices: { status: IdeaStatus; label: string; icon: IconName; variant: ButtonVariant }[] = [
  { status: 'successful', label: 'Mark successful', icon: 'check', variant: 'positive' },
  { status: 'unsuccessful', label: 'Mark unsuccessful', icon: 'x', variant: 'negative' },
  { status: 'invalid', label: 'Mark invalid', icon: 'warning', variant: 'secondary' },
  { status: 'pending', label: 'Reset to pending', icon: 'clock', variant: 'quiet' },
];

/** SPEC §4: any result at any time, and a reset of any status other than pending. */
export const listStatusChoices = ({ status: now }: Idea) =>
  choices.filter(({ status }) => status !== normalizeStatus(now));
