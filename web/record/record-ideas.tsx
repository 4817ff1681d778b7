import { useState } from 'react';
import { Link } from 'wouter';
import { formatOrientation, hasEnded } from '../../contract/ideas/ideas.ts';
import { formatRangeR } from '../../contract/record/format-record.ts';
import { type ExitRule, exitRuleNames, type RecordEntry } from '../../contract/record/track-record.ts';
import { capitalise } from '../../contract/shared/text.ts';
import { useCurrentUser } from '../account/session/current-user.ts';
import { fieldTitle } from '../ideas/idea-fields.ts';
import { absoluteTime } from '../shared/absolute-time.ts';
import { paths } from '../shared/paths.ts';
import { Button } from '../shared/ui/button.tsx';
import { classNames } from '../shared/ui/class-names.ts';
import { describeEntryCheck } from './describe-record.ts';

const INITIAL_ROWS = 25;

const describeStatus = ({ status, deleted, reopened }: RecordEntry): string => {
  const marks = [reopened && 'reopened', deleted && 'deleted'].filter(Boolean).join(', ');
  return `${capitalise(hasEnded(status) ? status : 'active')}${marks && ` (${marks})`}`;
};

const Row = ({ entry, rule, hasLinks }: { entry: RecordEntry; rule: ExitRule; hasLinks: boolean }) => (
  <tr className="border-b border-line-soft align-top last:border-0 max-sm:grid max-sm:grid-cols-3 max-[19rem]:grid-cols-1 max-sm:gap-y-2 max-sm:py-3.5">
    <th scope="row" className="font-medium wrap-anywhere max-sm:col-span-2 sm:min-w-26 sm:py-3 sm:pr-4">
      {hasLinks ? (
        <Link href={paths.idea(entry.idea_id)} className="quiet-link">
          <bdi>{entry.pair}</bdi>
        </Link>
      ) : (
        <bdi>{entry.pair}</bdi>
      )}
      <span className="block text-sm font-normal text-muted">{formatOrientation(entry.order_type)}</span>
      {entry.published_as.map(({ field, value }) => (
        <span key={field} className="block text-sm font-normal">
          {fieldTitle(field)} changed after publishing: was <bdi>{value}</bdi>
        </span>
      ))}
    </th>
    <td className="text-sm text-muted max-sm:order-1 max-sm:col-span-3 sm:py-3 sm:pr-4">
      {absoluteTime(entry.published_at)}
      {entry.closed_at && (
        <span className="sm:block">
          <span className="sm:hidden"> to </span>
          {absoluteTime(entry.closed_at, Date.parse(entry.published_at))}
        </span>
      )}
      {entry.check && <span className="block">{describeEntryCheck(entry)}</span>}
    </td>
    <td className="text-sm max-sm:text-right sm:py-3 sm:pr-4">{describeStatus(entry)}</td>
    <td className="text-right text-sm font-medium max-sm:order-2 max-sm:col-span-3 max-sm:text-left sm:py-3">
      {entry.r ? (
        formatRangeR(entry.r[rule], 1)
      ) : (
        <span className={classNames('font-normal text-faint', !entry.closed_at && 'max-sm:hidden')}>
          {entry.closed_at ? 'n/a' : '–'}
        </span>
      )}
    </td>
  </tr>
);

/** The ideas of a track record, the last closed first, then the open ones. */
export const RecordIdeas = ({
  title,
  entries,
  rule,
}: {
  title: string;
  entries: readonly RecordEntry[];
  rule: ExitRule;
}) => {
  const [all, setAll] = useState(false);
  // Pages of ideas need a session.
  const hasLinks = useCurrentUser() !== null;
  const latest = entries.toReversed().toSorted((a, b) => Number(!a.closed_at) - Number(!b.closed_at));
  const shown = all ? latest : latest.slice(0, INITIAL_ROWS);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section tabIndex={0} aria-label={title} className="overflow-x-auto">
        <table className="w-full border-collapse text-left max-sm:block max-sm:[&_tbody]:block">
          <thead className="max-sm:sr-only">
            <tr className="border-b border-line-soft text-sm text-muted">
              {['Pair', 'Published / Closed', 'Status'].map((name) => (
                <th key={name} scope="col" className="py-2.5 pr-4 font-medium">
                  {name}
                </th>
              ))}
              <th scope="col" className="py-2.5 text-right font-medium">
                {exitRuleNames[rule]}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((entry) => (
              <Row key={entry.idea_id} entry={entry} rule={rule} hasLinks={hasLinks} />
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < entries.length && (
        <Button className="mt-4" onClick={() => setAll(true)}>
          Show all {entries.length}
        </Button>
      )}
    </>
  );
};
