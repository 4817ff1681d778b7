import { type ReactNode, useEffect, useRef } from 'react';
import {
  comparisonMessage,
  describeLedgerError,
  type LedgerHead,
  type LedgerVerification,
  listProofs,
} from '../../../contract/record/verify-ledger.ts';
import { Term } from '../../glossary/term.tsx';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Icon, type IconName } from '../../shared/ui/icon.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { formatHead } from './ledger-file.ts';
import type { LedgerCheck } from './use-ledger-check.ts';

const PointList = ({
  title,
  icon,
  iconClass,
  points,
}: {
  title: string;
  icon: IconName;
  iconClass: string;
  points: readonly string[];
}) => (
  <section>
    <h3 className="text-base">{title}</h3>
    <ul className="mt-3 grid gap-2.5">
      {points.map((point) => (
        <li key={point} className="flex gap-2.5 text-sm text-pretty text-muted">
          <Icon name={icon} size={18} className={`mt-px ${iconClass}`} />
          {point}
        </li>
      ))}
    </ul>
  </section>
);

/** What a check proves and does not prove: with this result, or when nothing is wrong. */
export const LedgerLimits = ({ result }: { result: LedgerVerification | null }) => {
  const { proven, unproven } = listProofs(result);
  return (
    <div className="grid gap-7 md:grid-cols-2">
      {proven.length > 0 && (
        <PointList title="What it proves" icon="check" iconClass="text-positive" points={proven} />
      )}
      <PointList title="What it doesn't prove" icon="minus" iconClass="text-accent" points={unproven} />
    </div>
  );
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="mt-0.5 font-medium wrap-anywhere">{children}</dd>
  </div>
);

type IntactLedger = LedgerVerification & { valid: true };

const Comparison = ({ result, compared }: { result: IntactLedger; compared: LedgerHead | null }) => {
  if (!result.comparison || !compared)
    return (
      <Notice className="text-muted">
        No saved fingerprint, so we can't tell whether the end is missing or the log was rebuilt.
      </Notice>
    );
  const isSame = result.comparison === 'contained';
  return (
    <Notice
      tone={isSame ? 'accent' : 'error'}
      title={isSame ? 'Matches what you saw before' : "Doesn't match what you saw before"}
    >
      {comparisonMessage(result.comparison, compared)}
    </Notice>
  );
};

const Conclusion = ({ isGood, children }: { isGood: boolean; children: ReactNode }) => (
  <h2 className="flex items-center gap-3 text-2xl">
    <span
      className={`grid size-11 place-items-center rounded-full ${isGood ? 'bg-positive-wash text-positive' : 'bg-negative-wash text-negative'}`}
    >
      <Icon name={isGood ? 'check' : 'warning'} size={24} />
    </span>
    {children}
  </h2>
);

const nameIntact = ({ comparison, count }: IntactLedger): string => {
  if (comparison === 'shorter') return 'Change log incomplete';
  if (comparison === 'rewritten') return 'Change log rewritten';
  return count === 0 ? 'Change log empty' : 'Change log intact';
};

const IntactResult = ({ result, compared }: { result: IntactLedger; compared: LedgerHead | null }) => (
  <>
    <Conclusion isGood={result.comparison === 'contained' || !result.comparison}>
      {nameIntact(result)}
    </Conclusion>
    <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
      <Fact name="Entries">{result.count}</Fact>
      <Fact name="Trade ideas">{result.ideas}</Fact>
      <Fact name="First entry">{result.firstAt ? absoluteTime(result.firstAt) : 'None'}</Fact>
      <Fact name="Last entry">{result.lastAt ? absoluteTime(result.lastAt) : 'None'}</Fact>
    </dl>
    {result.redacted > 0 && (
      <p className="mt-4 text-sm text-muted">
        {result.redacted === 1
          ? '1 entry is redacted. Its fingerprint is included, so the chain still verifies.'
          : `${result.redacted} entries are redacted. Their fingerprints are included, so the chain still verifies.`}
      </p>
    )}
    <div className="mt-5 rounded-control border border-line-soft bg-sunken p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-sm">
          <Term slug="fingerprint">Fingerprint</Term>: save it to compare later
        </h3>
        <CopyButton text={formatHead(result)} label="Copy fingerprint" />
      </div>
      <code className="mt-2 block text-sm break-all text-muted">{formatHead(result)}</code>
    </div>
    <div className="mt-5">
      <Comparison result={result} compared={compared} />
    </div>
  </>
);

/** The result of a check, always with its limits. */
const LedgerCheckResult = ({ name, result, compared }: LedgerCheck & { state: 'done' }) => (
  <section
    aria-label="Result"
    className="animate-arrive rounded-l border border-line-soft bg-surface p-5 shadow-lift sm:p-8"
  >
    <p className="mb-3 text-sm break-all text-muted">{name}</p>
    {result.valid ? (
      <IntactResult result={result} compared={compared} />
    ) : (
      <>
        <Conclusion isGood={false}>Change log altered</Conclusion>
        <p className="mt-4 text-lg text-pretty">{describeLedgerError(result.error)}</p>
      </>
    )}
    <div className="mt-7 border-t border-line-soft pt-6">
      <LedgerLimits result={result} />
    </div>
  </section>
);

/** Progress of a check or download; the total is null while it is unknown. */
export const LedgerProgress = ({
  text,
  done,
  total,
}: {
  text: string;
  done: number;
  total: number | null;
}) => (
  <div className="rounded-l border border-line-soft bg-surface p-5 sm:p-8">
    <p className="font-medium">{text}</p>
    <progress
      aria-label="Entries"
      className="mt-3 h-2 w-full accent-accent"
      value={total ? done : undefined}
      max={total ?? undefined}
    />
  </div>
);

/** How a check goes, or what it found. Nothing before it starts. */
export const LedgerCheckOutcome = ({ check }: { check: LedgerCheck }) => {
  switch (check.state) {
    case 'idle':
      return null;
    case 'unsupported':
      return (
        <Notice tone="error" title="Verification needs a secure (https) connection">
          Open this page with https://, or ask the operator to run <code>npm run admin -- verify-ledger</code>
          .
        </Notice>
      );
    case 'checking':
      return (
        <LedgerProgress
          text={
            check.total === null
              ? `Reading ${check.name} …`
              : `Checking entry ${check.checked} of ${check.total} …`
          }
          done={check.checked}
          total={check.total}
        />
      );
    case 'unreadable':
      return (
        <Notice tone="error" title={`${check.name} isn't a change log file`}>
          {check.error}
        </Notice>
      );
    case 'done':
      return <LedgerCheckResult {...check} />;
  }
};

/** Where a check tells its result: brought into view and focused, because its place may be below the tab bar. */
export const CheckResult = ({ isDone, children }: { isDone: boolean; children: ReactNode }) => {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isDone) return;
    region.current?.focus({ preventScroll: true });
    region.current?.scrollIntoView({ block: 'nearest' });
  }, [isDone]);
  return (
    <div ref={region} role="status" tabIndex={-1} className="mt-4 scroll-my-6 empty:mt-0">
      {children}
    </div>
  );
};
