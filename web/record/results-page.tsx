import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { formatReached } from '../../contract/ideas/idea-result.ts';
import { formatOrientation, ideaTypes, normalizeStatus } from '../../contract/ideas/ideas.ts';
import { markets } from '../../contract/ideas/markets.ts';
import { formatRangeR } from '../../contract/record/format-record.ts';
import {
  listTrackRecords,
  PAST_RESULTS_DISCLAIMER,
  type TrackRecord,
} from '../../contract/record/track-record.ts';
import { useSignedInUser } from '../account/session/current-user.ts';
import { getWayHome } from '../account/session/way-home.ts';
import { EducatorSelect } from '../educators/educator-select.tsx';
import { PairSearch } from '../ideas/pair-search.tsx';
import { StatusChip } from '../ideas/status-chip.tsx';
import { absoluteTime } from '../shared/absolute-time.ts';
import { isFiltered, useAddressFilter } from '../shared/hooks/use-address-filter.ts';
import { paths } from '../shared/paths.ts';
import { serverNow } from '../shared/server-clock.ts';
import { Button, ButtonLink } from '../shared/ui/button.tsx';
import { cardClass } from '../shared/ui/card-class.ts';
import { classNames } from '../shared/ui/class-names.ts';
import { DirectionArrow } from '../shared/ui/direction-chip.tsx';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { Field } from '../shared/ui/field.tsx';
import { FilterPanel } from '../shared/ui/filter-panel.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';
import { PendingQuery } from '../shared/ui/pending-query.tsx';
import { FilterSelect, toOptions } from '../shared/ui/select.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';
import { TextInput } from '../shared/ui/text-input.tsx';
import { formatDay } from './format-day.ts';
import {
  type ClosedFilter,
  type ClosedIdea,
  closedFilter,
  describeWeek,
  findOutcome,
  groupByWeek,
  listClosedIdeas,
  matchesClosed,
  nameWeek,
  outcomeLabels,
  outcomes,
} from './results-by-week.ts';
import { useRecords } from './use-record.ts';

const PAGE_SIZE = 100;

const resultColours = { reached: 'text-positive', lost: 'text-negative', unclear: '' };

const Row = ({ idea }: { idea: ClosedIdea }) => (
  <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 px-4.5 py-3 hover:bg-raised/60 sm:grid sm:grid-cols-[1.25rem_minmax(0,1fr)_9rem_15rem] sm:px-6">
    <DirectionArrow order={idea.order_type} />
    <h3 className="min-w-28 flex-1 text-base wrap-anywhere">
      {idea.deleted ? (
        <bdi>{idea.pair}</bdi>
      ) : (
        <Link href={paths.idea(idea.idea_id)} className="after:absolute after:inset-0">
          <bdi>{idea.pair}</bdi>
        </Link>
      )}
      <span className="sr-only"> {formatOrientation(idea.order_type)}</span>
      <span className="block text-sm font-normal text-muted">
        <bdi>{idea.educatorName}</bdi>
        {` · ${idea.market} ${idea.idea_type}${idea.reopened ? ' · reopened' : ''}${idea.deleted ? ' · deleted' : ''}`}
      </span>
    </h3>
    <span className="max-sm:order-last max-sm:ml-6">
      <StatusChip status={normalizeStatus(idea.status)} size="s" />
    </span>
    <p className="ml-auto text-right text-sm">
      <span className={classNames('block font-semibold', resultColours[findOutcome(idea)])}>
        {[idea.result_level && formatReached(idea.result_level), idea.r && formatRangeR(idea.r.exit_1, 1)]
          .filter(Boolean)
          .join(' · ') || 'No R'}
      </span>
      <time dateTime={idea.closed_at} className="text-xs text-faint">
        {absoluteTime(idea.closed_at)}
      </time>
    </p>
  </li>
);

const Filters = ({
  filter,
  onChange,
}: {
  filter: ClosedFilter;
  onChange: (changes: Partial<ClosedFilter>) => void;
}) => {
  const date = (name: 'from' | 'to', label: string) => (
    <Field label={label}>
      <TextInput
        type="date"
        value={filter[name] ?? ''}
        onChange={({ target }) => onChange({ [name]: target.value || undefined })}
      />
    </Field>
  );
  return (
    <FilterPanel
      start={<PairSearch pair={filter.pair} onSearch={(pair) => onChange({ pair })} />}
      selected={Object.values({ ...filter, pair: undefined }).filter(Boolean).length}
    >
      <FilterSelect
        label="Market"
        any="Both markets"
        options={toOptions(markets)}
        value={filter.market}
        onChange={(market) => onChange({ market })}
      />
      <FilterSelect
        label="Idea type"
        any="Any type"
        options={toOptions(ideaTypes)}
        value={filter.type}
        onChange={(type) => onChange({ type })}
      />
      <EducatorSelect value={filter.educator} onChange={(educator) => onChange({ educator })} />
      <FilterSelect
        label="Result"
        any="Any result"
        options={outcomes.map((value) => ({ value, label: outcomeLabels[value] }))}
        value={filter.result}
        onChange={(result) => onChange({ result })}
      />
      {date('from', 'From')}
      {date('to', 'To')}
    </FilterPanel>
  );
};

/** Everything that closed, by week, with its filters in the address. */
const ClosedIdeasList = ({ records }: { records: readonly TrackRecord[] }) => {
  const { filter, change, clear } = useAddressFilter(closedFilter, 'replace');
  const [shown, setShown] = useState(PAGE_SIZE);
  const all = useMemo(() => listClosedIdeas(records), [records]);
  const ideas = all.filter((idea) => matchesClosed(idea, filter));
  const now = new Date(serverNow());
  let left = shown;
  return (
    <div className="column pb-10">
      <Filters filter={filter} onChange={change} />
      <p role="status" className="sr-only">{`${ideas.length} of ${all.length} closed ideas`}</p>
      {ideas.length === 0 && (
        <EmptyState
          title="No results"
          action={isFiltered(filter) && <Button onClick={clear}>Clear filters</Button>}
        >
          {isFiltered(filter) ? 'No closed ideas match these filters.' : 'Closed ideas appear here.'}
        </EmptyState>
      )}
      {groupByWeek(ideas).map((week) => {
        const rows = week.ideas.slice(0, Math.max(0, left));
        left -= week.ideas.length;
        return (
          rows.length > 0 && (
            <section key={week.monday.getTime()} className="mb-7">
              <h2 className="text-xl">{nameWeek(week.monday, now, formatDay)}</h2>
              <p className="mt-1 mb-3 text-muted">{describeWeek(week.ideas)}</p>
              <ul className={`divide-y divide-line-soft overflow-clip ${cardClass}`}>
                {rows.map((idea) => (
                  <Row key={idea.idea_id} idea={idea} />
                ))}
              </ul>
            </section>
          )
        );
      })}
      {ideas.length > shown && (
        <p className="text-center">
          <Button onClick={() => setShown(shown + PAGE_SIZE)}>Show more</Button>
        </p>
      )}
    </div>
  );
};

/** /customer/results: how the ideas of both markets ended. */
export const ResultsPage = () => {
  const query = useRecords();
  return (
    <>
      <PageHead
        title="Results"
        subtitle="Every closed idea, wins and losses, in R if all of it was closed at exit 1"
        back={getWayHome(useSignedInUser())}
        actions={<ButtonLink href={paths.educators}>Compare educators</ButtonLink>}
      />
      {query.data ? (
        <ClosedIdeasList records={query.data} />
      ) : (
        <PendingQuery query={query} label="Loading results" failure={listTrackRecords.failure}>
          <div className="column">
            <Skeleton className="h-100 rounded-l" />
          </div>
        </PendingQuery>
      )}
      <p className="column max-w-190 text-sm text-pretty text-faint">{PAST_RESULTS_DISCLAIMER}</p>
    </>
  );
};
