import type { ReactNode } from 'react';
import { classNames } from '../../shared/ui/class-names.ts';
import { Icon, type IconName } from '../../shared/ui/icon.tsx';
import type { Check, CheckName, CheckState, Verdict } from './push-checks.ts';

/** Shape, colour and word: no state rests on colour alone. */
const looks: Record<CheckState, { icon: IconName; look: string; word: string }> = {
  ok: { icon: 'check', look: 'bg-rise-wash text-rise', word: 'In order' },
  todo: { icon: 'warning', look: 'bg-fall-wash text-fall', word: 'To do' },
  note: { icon: 'bell', look: 'bg-dawn-wash text-dawn', word: 'Good to know' },
  waiting: { icon: 'clock', look: 'bg-raised text-muted', word: 'Looking' },
};

const Sign = ({ state, large = false }: { state: CheckState; large?: boolean }) => (
  <span
    className={classNames(
      'grid shrink-0 place-items-center rounded-full',
      large ? 'size-12' : 'size-9',
      looks[state].look,
    )}
  >
    <Icon name={looks[state].icon} size={large ? 24 : 18} />
    <span className="sr-only">{looks[state].word}</span>
  </span>
);

/** Every step between a new idea and this device: how it stands, and what to do. */
export const CheckList = ({
  verdict,
  checks,
  actions = {},
}: {
  /** The answer, where it can be given. */
  verdict?: Verdict;
  checks: readonly Check[];
  /** What can be done about a check, beside its text or below it. */
  actions?: Partial<Record<CheckName, ReactNode>>;
}) => (
  <section aria-label="Checks" className="rounded-l border border-line-soft bg-surface shadow-lift">
    {verdict && (
      <div role="status" className="flex items-center gap-4 border-b border-line-soft p-5 sm:p-6">
        <Sign state={verdict.state} large />
        <p className="text-xl font-semibold text-balance">{verdict.text}</p>
      </div>
    )}
    <ul className="divide-y divide-line-soft px-5 sm:px-6">
      {checks.map(({ name, title, state, text }) => (
        <li key={name} className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4">
          <Sign state={state} />
          <div className="min-w-0 flex-1 basis-40">
            <h2 className="text-base font-semibold">{title}</h2>
            <p className="mt-0.5 text-sm text-pretty text-muted">{text}</p>
          </div>
          {/* Beside the text where there is room, else below it. */}
          <div className="empty:hidden max-sm:w-full max-sm:pl-13">{actions[name]}</div>
        </li>
      ))}
    </ul>
  </section>
);
