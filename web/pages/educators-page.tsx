import { useMemo } from 'react';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import { DEFAULT_SPECIALTY, type Educator } from '../../contract/educators/educators.ts';
import { MAX_PAIR } from '../../contract/ideas/ideas.ts';
import { MIN_RESULTS_FOR_PERCENT, PAST_RESULTS_DISCLAIMER } from '../../contract/record/track-record.ts';
import { useSignedInUser } from '../account/session/current-user.ts';
import { getWayHome } from '../account/session/way-home.ts';
import { FollowButton } from '../educators/follow-button.tsx';
import { usePublicEducators } from '../educators/use-educators.ts';
import { PairSearch } from '../ideas/pair-search.tsx';
import {
  EducatorFigures,
  type EducatorSummary,
  educatorSortLabels,
  educatorSorts,
  rankEducator,
  summarizeRecord,
} from '../record/educator-figures.tsx';
import { useRecords } from '../record/use-record.ts';
import { oneOf, textUpTo, useAddressFilter } from '../shared/hooks/use-address-filter.ts';
import { paths } from '../shared/paths.ts';
import { Avatar } from '../shared/ui/avatar.tsx';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { FailedState } from '../shared/ui/failed-state.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';
import { Select } from '../shared/ui/select.tsx';

const filterSchema = z.object({ sort: oneOf(educatorSorts), pair: textUpTo(MAX_PAIR) });

const EducatorCard = ({
  educator,
  summary,
  isLoading,
}: {
  educator: Educator;
  summary: EducatorSummary | undefined;
  isLoading: boolean;
}) => (
  <li className="relative grid content-start gap-4 rounded-l border border-line-soft bg-surface p-4.5 shadow-lift sm:p-6">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Avatar
        name={educator.fullName}
        image={educator.profileImage}
        className="size-11 sm:size-14 sm:text-lg"
      />
      <div className="min-w-28 flex-1">
        <h2 className="text-lg wrap-anywhere">
          {/* The whole card leads to the track record. */}
          <Link href={paths.educatorRecord(educator.id)} className="after:absolute after:inset-0">
            <bdi>{educator.fullName}</bdi>
          </Link>
        </h2>
        <p className="text-sm wrap-anywhere text-muted">
          <bdi>{educator.specialty || DEFAULT_SPECIALTY}</bdi>
        </p>
      </div>
      <div className="relative">
        <FollowButton educatorId={educator.id} name={educator.fullName} />
      </div>
    </div>
    {summary ? (
      <EducatorFigures summary={summary} />
    ) : (
      <p className="text-sm text-muted">{isLoading ? 'Loading results...' : 'Results not loaded'}</p>
    )}
  </li>
);

/** /customer/educators: everyone who publishes ideas, to follow and to compare. */
export const EducatorsPage = () => {
  const user = useSignedInUser();
  const { filter, change } = useAddressFilter(filterSchema, 'replace');
  const { sort = 'name', pair = '' } = filter;
  const records = useRecords();
  const summaries = useMemo(
    () => new Map(records.data?.map((record) => [record.educator_id, summarizeRecord(record, pair)])),
    [records.data, pair],
  );
  const educators = usePublicEducators();
  // Of one pair, only those who wrote about it.
  const shown = educators.filter(({ id }) => {
    const summary = summaries.get(id);
    return !pair || !summary || summary.open + summary.closed > 0;
  });
  const rankOf = ({ id }: Educator) => rankEducator(sort, summaries.get(id));
  // Without a rank last, by name.
  const sorted = shown.toSorted(
    (a, b) =>
      (rankOf(b) ?? -Number.MAX_VALUE) - (rankOf(a) ?? -Number.MAX_VALUE) ||
      a.fullName.localeCompare(b.fullName),
  );
  const unranked =
    sort === 'name' ? 0 : sorted.filter((one) => summaries.has(one.id) && rankOf(one) === null).length;
  return (
    <>
      <PageHead
        title="Educators"
        subtitle="Follow the ones you learn from, and compare their track records"
        back={getWayHome(user)}
      />
      <div className="column">
        <search className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2.5 sm:max-w-120">
          <PairSearch pair={filter.pair} onSearch={(next) => change({ pair: next })} />
          <Select
            aria-label="Sort by"
            value={sort}
            onChange={({ target }) => change({ sort: target.value })}
            options={Object.entries(educatorSortLabels).map(([value, label]) => ({ value, label }))}
          />
        </search>
        {records.isError && !records.data && (
          <FailedState onRetry={() => void records.refetch()} busy={records.isFetching} />
        )}
        {unranked > 0 && (
          <p className="mb-4 text-sm text-muted">
            {`${unranked} ${unranked === 1 ? 'has' : 'have'} fewer than ${MIN_RESULTS_FOR_PERCENT} results: too few for a rank, so they follow by name.`}
          </p>
        )}
        {sorted.length === 0 ? (
          <EmptyState title={pair ? 'No ideas about this pair' : 'No educators yet'}>
            {pair ? 'No educator has published one.' : 'They appear here once they have an account.'}
          </EmptyState>
        ) : (
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {sorted.map((educator) => (
              <EducatorCard
                key={educator.id}
                educator={educator}
                summary={summaries.get(educator.id)}
                isLoading={records.isFetching}
              />
            ))}
          </ul>
        )}
        <p className="mt-6 max-w-190 text-sm text-pretty text-faint">{PAST_RESULTS_DISCLAIMER}</p>
      </div>
    </>
  );
};
