import {
  comparisonMessages,
  faultMessage,
  type LedgerHead,
  type LedgerVerification,
  ledgerDoesNotProve,
  ledgerProves,
} from '../../../contract/verify-ledger.ts';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Icon, type IconName } from '../../shared/ui/icon.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { headText } from './ledger-file.ts';

const Points = ({
  title,
  icon,
  look,
  points,
}: {
  title: string;
  icon: IconName;
  look: string;
  points: readonly string[];
}) => (
  <section>
    <h3 className="text-base">{title}</h3>
    <ul className="mt-3 grid gap-2.5">
      {points.map((point) => (
        <li key={point} className="flex gap-2.5 text-sm text-pretty text-muted">
          <Icon name={icon} size={18} className={`mt-px ${look}`} />
          {point}
        </li>
      ))}
    </ul>
  </section>
);

/** What a sound ledger shows and does not show. */
export const LedgerLimits = () => (
  <div className="grid gap-7 md:grid-cols-2">
    <Points title="What a sound ledger shows" icon="check" look="text-rise" points={ledgerProves} />
    <Points title="What it does not show" icon="minus" look="text-dawn" points={ledgerDoesNotProve} />
  </div>
);

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="mt-0.5 font-medium break-all">{children}</dd>
  </div>
);

type Sound = LedgerVerification & { valid: true };

const Comparison = ({ verdict, compared }: { verdict: Sound; compared: LedgerHead | null }) => {
  if (!verdict.comparison || !compared)
    return (
      <Notice className="text-muted">
        No head was remembered or noted, so this check cannot tell whether the end is missing or whether all
        of it was computed anew.
      </Notice>
    );
  const isSame = verdict.comparison === 'contained';
  return (
    <Notice
      tone={isSame ? 'dawn' : 'fall'}
      title={isSame ? 'The same history as before' : 'Not the history seen before'}
    >
      {comparisonMessages[verdict.comparison]} It ended with row {compared.count}.
    </Notice>
  );
};

const SoundVerdict = ({ verdict, compared }: { verdict: Sound; compared: LedgerHead | null }) => (
  <>
    <h2 className="flex items-center gap-3 text-2xl">
      <span className="grid size-11 place-items-center rounded-full bg-rise-wash text-rise">
        <Icon name="check" size={24} />
      </span>
      {verdict.count === 0 ? 'This ledger is empty' : 'This ledger is one unbroken chain'}
    </h2>
    <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
      <Fact name="Rows">{verdict.count}</Fact>
      <Fact name="Trade ideas">{verdict.ideas}</Fact>
      <Fact name="First row">{verdict.firstAt ? absoluteTime(verdict.firstAt, Date.now()) : 'None'}</Fact>
      <Fact name="Last row">{verdict.lastAt ? absoluteTime(verdict.lastAt, Date.now()) : 'None'}</Fact>
    </dl>
    {verdict.redacted > 0 && (
      <p className="mt-4 text-sm text-muted">
        The changes of {verdict.redacted} rows are withheld from this copy; their fingerprints are there, so
        the chain is whole all the same.
      </p>
    )}
    <div className="mt-5 rounded-control border border-line-soft bg-sunken p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-sm">Its head, to be noted and compared later</h3>
        <CopyButton text={headText(verdict)} label="Copy the head" />
      </div>
      <code className="mt-2 block text-sm break-all text-muted">{headText(verdict)}</code>
    </div>
    <div className="mt-5">
      <Comparison verdict={verdict} compared={compared} />
    </div>
  </>
);

/** What became of a check, in plain words, always with its limits. */
export const LedgerVerdictCard = ({
  name,
  verdict,
  compared,
}: {
  name: string;
  verdict: LedgerVerification;
  compared: LedgerHead | null;
}) => (
  <section
    aria-label="Result"
    className="animate-arrive rounded-l border border-line-soft bg-surface p-5 shadow-lift sm:p-8"
  >
    <p className="mb-3 text-sm break-all text-muted">{name}</p>
    {verdict.valid ? (
      <SoundVerdict verdict={verdict} compared={compared} />
    ) : (
      <>
        <h2 className="flex items-center gap-3 text-2xl">
          <span className="grid size-11 place-items-center rounded-full bg-fall-wash text-fall">
            <Icon name="warning" size={24} />
          </span>
          This ledger is broken
        </h2>
        <p className="mt-4 text-lg text-pretty">{faultMessage(verdict.fault)}</p>
        <p className="mt-2 text-muted">
          The {verdict.fault.position - 1} rows before it are as they were written; nothing from there on can
          be trusted.
        </p>
      </>
    )}
    <div className="mt-7 border-t border-line-soft pt-6">
      <LedgerLimits />
    </div>
  </section>
);
