import type { ReactNode } from 'react';
import { cardClass } from '../shared/ui/card-class.ts';
import { classNames } from '../shared/ui/class-names.ts';
import { Icon, type IconName } from '../shared/ui/icon.tsx';
import type { Check, CheckName, CheckState, CheckSummary } from './push-checks.ts';

/** Icon, colour and word, so that no state depends on colour alone. */
const stateStyles: Record<CheckState, { icon: IconName; look: string; word: string }> = {
  ok: { icon: 'check', look: 'bg-positive-wash text-positive', word: 'OK' },
  todo: { icon: 'warning', look: 'bg-negative-wash text-negative', word: 'Action needed' },
  note: { icon: 'bell', look: 'bg-accent-wash text-accent', word: 'Info' },
  waiting: { icon: 'clock', look: 'bg-raised text-muted', word: 'Checking…' },
};

const StateIcon = ({ state, large = false }: { state: CheckState; large?: boolean }) => (
  <span
    className={classNames(
      'grid shrink-0 place-items-center rounded-full',
      large ? 'size-12' : 'size-9',
      stateStyles[state].look,
    )}
  >
    <Icon name={stateStyles[state].icon} size={large ? 24 : 18} />
    <span className="sr-only">{stateStyles[state].word}</span>
  </span>
);

/** Everything that notifications on this device depend on, with its state and action. */
export const CheckList = ({
  summary,
  checks,
  actions = {},
}: {
  /** The overall result, for signed-in users. */
  summary?: CheckSummary;
  checks: readonly Check[];
  /** The button or steps for a check. */
  actions?: Partial<Record<CheckName, ReactNode>>;
}) => (
  <section aria-label="Checks" className={cardClass}>
    {summary && (
      <div role="status" className="flex items-center gap-4 border-b border-line-soft p-5 sm:p-6">
        <StateIcon state={summary.state} large />
        <p className="text-xl font-semibold text-balance">{summary.text}</p>
      </div>
    )}
    <ul className="divide-y divide-line-soft px-5 sm:px-6">
      {checks.map(({ name, title, state, text }) => (
        <li key={name} className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4">
          <StateIcon state={state} />
          <div className="min-w-0 flex-1 basis-40">
            <h2 className="text-base font-semibold">{title}</h2>
            <p className="mt-0.5 text-sm text-pretty text-muted">{text}</p>
          </div>
          <div className="empty:hidden max-sm:w-full max-sm:pl-13">{actions[name]}</div>
        </li>
      ))}
    </ul>
  </section>
);
