import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getSystem, type System } from '../../contract/operator/system.ts';
import { relativeTime } from '../../contract/shared/relative-time.ts';
import { capitalise } from '../../contract/shared/text.ts';
import { absoluteTime } from '../shared/absolute-time.ts';
import { serverNow } from '../shared/server-clock.ts';
import { cardClass } from '../shared/ui/card-class.ts';
import { Notice } from '../shared/ui/notice.tsx';
import { PendingTab } from './operator-parts.tsx';
import { operatorQuery } from './operator-session.ts';

const OLD_BACKUP_MS = 2 * 24 * 60 * 60_000;
const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** "1.2 GB", in steps of 1,000. */
const formatBytes = (bytes: number): string => {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${value.toFixed(power > 0 && value < 10 ? 1 : 0)} ${units[power]}`;
};

export const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className={`${cardClass} p-4.5 sm:p-6`}>
    <h2 className="mb-2 text-lg">{title}</h2>
    {children}
  </section>
);

type Fact = { name: string; value: string; problem?: string | null };

const Facts = ({ facts }: { facts: readonly Fact[] }) =>
  facts.length === 0 ? (
    <p className="text-sm text-muted">None</p>
  ) : (
    <dl className="grid gap-y-1.5 text-sm wrap-anywhere">
      {facts.map(({ name, value, problem }) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">{capitalise(name)}</dt>
          <dd className="tabular-nums">{value}</dd>
          {problem && <dd className="w-full text-negative">{capitalise(problem)}</dd>}
        </div>
      ))}
    </dl>
  );

const toFacts = (counts: Record<string, number>): Fact[] =>
  Object.entries(counts).map(([name, count]) => ({ name, value: count.toLocaleString('en-GB') }));

const Backups = ({ backups }: Pick<System, 'backups'>) => {
  const [newest] = backups;
  const now = serverNow();
  const isOld = !newest || now - Date.parse(newest.at) > OLD_BACKUP_MS;
  const age = newest
    ? `The newest is ${relativeTime(newest.at, now).replace(' ago', ' old')}.`
    : 'There is no backup.';
  return (
    <>
      {isOld ? (
        <Notice tone="error" title={age} className="mb-3">
          Make one with <code className="inline-block wrap-anywhere">npm run admin -- backup</code> on the
          server.
        </Notice>
      ) : (
        <p className="mb-3 text-sm">{age}</p>
      )}
      {backups.length > 0 && (
        <Facts
          facts={backups.map(({ at, bytes }) => ({ name: absoluteTime(at), value: formatBytes(bytes) }))}
        />
      )}
    </>
  );
};

/** What an operator looks at now and then: space, deliveries, jobs, prices and backups. */
export const SystemTab = () => {
  const query = useQuery(operatorQuery(getSystem));
  const { data } = query;
  if (!data) return <PendingTab query={query} failure={getSystem.failure} />;
  const { storage, deliveries, jobs, sources, backups } = data;
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3">
      <Card title="Storage">
        <Facts
          facts={[
            { name: 'Database', value: formatBytes(storage.databaseBytes) },
            {
              name: 'Uploads',
              value: `${storage.uploads.toLocaleString('en-GB')} · ${formatBytes(storage.uploadBytes)}`,
            },
            { name: 'Free on disk', value: formatBytes(storage.freeBytes) },
          ]}
        />
      </Card>
      <Card title="Backups">
        <Backups backups={backups} />
      </Card>
      <Card title="Prices">
        <Facts
          facts={sources.map(({ name, newestAt, problem }) => ({
            name,
            value: newestAt ? absoluteTime(newestAt) : 'No candle yet',
            problem,
          }))}
        />
      </Card>
      <Card title="Notifications, 24 hours">
        <Facts facts={toFacts(deliveries.pushes)} />
      </Card>
      <Card title="Posts in groups, 24 hours">
        <Facts facts={toFacts(deliveries.posts)} />
      </Card>
      <Card title="Jobs">
        <Facts facts={toFacts(jobs)} />
      </Card>
    </div>
  );
};
