import { type ComponentProps, type ReactNode, useState } from 'react';
import {
  calculationRules,
  type ExitRule,
  PAST_RESULTS_DISCLAIMER,
  type TrackRecord,
} from '../../contract/record/track-record.ts';
import { Term } from '../glossary/term.tsx';
import { TermSentence } from '../glossary/term-sentence.tsx';
import { absoluteTime } from '../shared/absolute-time.ts';
import { Button } from '../shared/ui/button.tsx';
import { cardClass } from '../shared/ui/card-class.ts';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { describeChecks, describeRecord, describeWinRate } from './describe-record.ts';
import { EquityCurve } from './equity-curve.tsx';
import { ExitPlansTable } from './exit-plans-table.tsx';
import { saveCsv } from './record-export.ts';
import { RecordIdeas } from './record-ideas.tsx';
import { ResultsStrip } from './results-strip.tsx';

const Section = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section className={`${cardClass} p-4.5 sm:p-7`}>
    <h2 className="mb-2 text-xl">{title}</h2>
    {children}
  </section>
);

/** A part of the page that is closed until the reader opens it by its heading. */
const FoldedSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="group px-4.5 sm:px-7">
    <summary className="-mx-2 flex min-h-14 cursor-pointer list-none items-center gap-2 rounded-s px-2 hover:text-accent [&::-webkit-details-marker]:hidden">
      <Icon name="right" size={18} className="text-muted group-open:rotate-90" />
      <h2 className="text-lg">{title}</h2>
    </summary>
    <div className="pt-1 pb-6">{children}</div>
  </details>
);

/** Names the oldest active idea, because never closing a losing idea would flatter a track record. */
const describeActiveIdeas = ({ ideas, open_since }: TrackRecord): string => {
  const details = [
    open_since && `oldest since ${absoluteTime(open_since)}`,
    ideas.reopened > 0 && `${ideas.reopened} reopened`,
  ].filter(Boolean);
  return `${ideas.open} active${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
};

const describeStatuses = ({ ideas }: TrackRecord): string =>
  [
    ideas.successful > 0 && `${ideas.successful} successful`,
    ideas.unsuccessful > 0 && `${ideas.unsuccessful} unsuccessful`,
    ideas.completed > 0 && `${ideas.completed} completed`,
    ideas.invalid > 0 && `${ideas.invalid} invalid`,
    ideas.open > 0 && `${ideas.open} active`,
    ideas.deleted_open > 0 && `${ideas.deleted_open} deleted while active`,
  ]
    .filter(Boolean)
    .join(', ');

const describeWithoutR = ({ ideas: { without_r } }: TrackRecord): string =>
  without_r > 0 ? ` ${without_r} can't be expressed in R.` : '';

type SentenceTerms = ComponentProps<typeof TermSentence>['terms'];

/** The words of `calculationRules`, each where it is explained first. */
const ruleTerms: SentenceTerms = [
  ['distance from entry 1 to invalidation', 'r'],
  ['five minutes after publishing', 'published-plan'],
  ['change log', 'change-log'],
  ['Exit plans', 'exit-plan'],
  ['within ten seconds', 'correction-window'],
  ['invalid idea', 'invalid'],
  ['slippage', 'slippage'],
  ['Win rate', 'win-rate'],
];
const headlineTerms: SentenceTerms = [
  ['closed at exit\\s1', 'exit-plan'],
  ['exit\\s1', 'exit'],
  ['stopped at invalidation', 'invalidation'],
  ['invalid\\b', 'invalid'],
  ['[+−]?\\d[\\d.]*R\\b|\\bR\\b', 'r'],
  ['on average', 'expectancy'],
];

const statusTerms: SentenceTerms = [
  ['Win rate', 'win-rate'],
  ['\\bsuccessful', 'successful'],
  ['unsuccessful', 'unsuccessful'],
  ['invalid', 'invalid'],
  ['active', 'active'],
  ['\\bR\\b', 'r'],
];

/** The track record in one sentence, with what could flatter it and the disclaimer. */
const Headline = ({ record }: { record: TrackRecord }) => (
  <section aria-label="Summary" className="grid gap-2">
    <p className="text-xl font-medium text-balance sm:text-2xl">
      <TermSentence text={describeRecord(record).replaceAll('exit 1', 'exit\u00a01')} terms={headlineTerms} />
    </p>
    <p className="text-sm text-muted">
      <TermSentence
        text={`${describeWinRate(record.rules.exit_1)} ${describeActiveIdeas(record)}. Deleted ideas still count: ${record.ideas.deleted}.${describeChecks(record)}`}
        terms={statusTerms}
      />
    </p>
    <p className="max-w-190 text-sm text-pretty text-faint">{PAST_RESULTS_DISCLAIMER}</p>
  </section>
);

/** A full track record, from one sentence down to the method. `verify` checks the change log behind it. */
export const RecordContent = ({ record, verify }: { record: TrackRecord; verify: ReactNode }) => {
  const [rule, setRule] = useState<ExitRule>('exit_1');
  if (record.ideas.total === 0)
    return <EmptyState title="No ideas yet">The track record starts with the first idea.</EmptyState>;
  // A published record has no active ones.
  const title = record.entries.length < record.ideas.total ? 'Closed ideas' : 'All ideas';
  const hasClosed = record.entries.some(({ closed_at }) => closed_at !== null);
  return (
    <div className="column grid grid-cols-[minmax(0,1fr)] gap-5 pb-6">
      <Headline record={record} />
      {hasClosed && (
        <Section title="Profit and loss">
          <ResultsStrip entries={record.entries} />
        </Section>
      )}
      <Section title={<Term slug="cumulative-r">Cumulative R</Term>}>
        <EquityCurve entries={record.entries} rule={rule} onRule={setRule} />
      </Section>
      {record.entries.length > 0 && (
        <Section title={title}>
          <RecordIdeas title={title} entries={record.entries} rule={rule} />
        </Section>
      )}
      <div className={`${cardClass} divide-y divide-line-soft`}>
        <FoldedSection title="Results by exit plan">
          <p className="mb-3 text-sm text-muted">
            <TermSentence
              text={`${describeStatuses(record)}.${describeWithoutR(record)}`}
              terms={statusTerms}
            />
          </p>
          <ExitPlansTable rules={record.rules} />
        </FoldedSection>
        <FoldedSection title="How we calculate this">
          <ol className="grid max-w-190 gap-2.5 text-pretty text-muted">
            {calculationRules.map((rule) => (
              <li key={rule}>
                <TermSentence text={rule} terms={ruleTerms} />
              </li>
            ))}
          </ol>
        </FoldedSection>
        <FoldedSection title="Export">
          <p className="mb-3 text-sm text-pretty text-muted">
            Each of these ideas with its result in R under each exit plan.
          </p>
          <Button size="s" onClick={() => saveCsv(record)}>
            Export CSV
          </Button>
        </FoldedSection>
        <FoldedSection title="Verify">{verify}</FoldedSection>
      </div>
    </div>
  );
};
