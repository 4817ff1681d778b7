import { useState } from 'react';
import { deviceName } from '../../contract/account/device-name.ts';
import { authEventKinds } from '../../contract/account/own-data.ts';
import { type LogEntry, listLog } from '../../contract/operator/people.ts';
import { activityLabels } from '../account/security/activity-labels.ts';
import { absoluteTime } from '../shared/absolute-time.ts';
import { SearchField } from '../shared/ui/search-field.tsx';
import { FilterSelect } from '../shared/ui/select.tsx';
import { PagedList } from './operator-parts.tsx';
import { useOperatorPages } from './operator-session.ts';

type Filter = { email?: string | undefined; kind?: LogEntry['kind'] | undefined };

const kindOptions = authEventKinds.map((value) => ({ value, label: activityLabels[value] }));

const Entry = ({ at, kind, attempts, email, operator, subject, address, userAgent }: LogEntry) => (
  <div className="grid gap-x-6 gap-y-0.5 wrap-anywhere lg:grid-cols-[10rem_minmax(0,1fr)_minmax(0,1fr)] lg:items-baseline">
    <time dateTime={at} className="text-sm text-muted">
      {absoluteTime(at)}
    </time>
    <p>
      <span className="font-medium">{activityLabels[kind]}</span>
      {attempts > 1 && ` (${attempts} times)`}
      {operator !== null && (
        <span className="text-sm text-muted">
          {' '}
          by operator <bdi>{operator}</bdi>
        </span>
      )}
    </p>
    <p className="text-sm text-muted">
      {(email ?? subject) !== null && <bdi className="block text-text">{email ?? subject}</bdi>}
      {[address, userAgent !== null && deviceName(userAgent)].filter(Boolean).join(' · ')}
    </p>
  </div>
);

/** Sign-ins and what operators did, newest first. */
export const LogTab = () => {
  const [filter, setFilter] = useState<Filter>({});
  const query = useOperatorPages(listLog, filter);
  return (
    <>
      <search className="mb-4 grid gap-2.5 sm:grid-cols-2">
        <SearchField
          label="Whole email address"
          maxLength={200}
          value={filter.email}
          onSearch={(email) => setFilter({ ...filter, email })}
        />
        <FilterSelect
          label="What happened"
          any="Everything"
          options={kindOptions}
          value={filter.kind}
          onChange={(kind) => setFilter({ ...filter, kind })}
        />
      </search>
      <PagedList
        query={query}
        label="Log"
        failure={listLog.failure}
        empty="No entries found"
        renderRow={(entry) => <Entry {...entry} />}
      />
    </>
  );
};
