import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listAccessTokens } from '../../../contract/account/access-tokens.ts';
import { endOtherSessions, listSessions } from '../../../contract/account/account.ts';
import { deviceName } from '../../../contract/account/device-name.ts';
import { type AccountActivity, listActivity } from '../../../contract/account/own-data.ts';
import { listPasskeys } from '../../../contract/account/passkeys.ts';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { invalidatePrefix } from '../../shared/api/query-client.ts';
import { routeQuery } from '../../shared/api/route-query.ts';
import { Button } from '../../shared/ui/button.tsx';
import { PendingQuery } from '../../shared/ui/pending-query.tsx';
import { activityLabels } from './activity-labels.ts';
import { useRunConfirmed } from './use-run-confirmed.tsx';

/** How many are shown before "Show all". */
const SHORT_LENGTH = 5;

const Entry = ({ entry, onReport }: { entry: AccountActivity; onReport: () => void }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-3">
    <div className="min-w-0">
      <p className="font-medium">
        {activityLabels[entry.kind]}
        {entry.newBrowser && ' from a new browser'}
        {entry.attempts > 1 && ` (${entry.attempts} times)`}
      </p>
      <p className="text-sm text-muted">
        {deviceName(entry.userAgent)} · {entry.address} · {absoluteTime(entry.at)}
      </p>
    </div>
    {entry.newBrowser && (
      <Button size="s" onClick={onReport}>
        This wasn't me
      </Button>
    )}
  </li>
);

/** The recent activity of this account. `onDisowned` runs after somebody else's sign-in was ended. */
export const ActivityList = ({ onDisowned }: { onDisowned: () => void }) => {
  const [isLong, setLong] = useState(false);
  const { runConfirmed, confirmForm } = useRunConfirmed();
  const query = useQuery({ ...routeQuery(listActivity, {}), staleTime: 0 });
  const { data, refetch } = query;
  const reportSignIn = () =>
    runConfirmed(async () => {
      await callRoute(endOtherSessions, {});
      void invalidatePrefix(listSessions.path);
      void invalidatePrefix(listAccessTokens.path);
      void invalidatePrefix(listPasskeys.path);
      void refetch();
      onDisowned();
    });
  if (!data) return <PendingQuery query={query} label="Loading your activity" />;
  return (
    <>
      <ul aria-label="Recent activity" className="divide-y divide-line-soft">
        {data.slice(0, isLong ? undefined : SHORT_LENGTH).map((entry) => (
          <Entry key={entry.id} entry={entry} onReport={() => void reportSignIn()} />
        ))}
      </ul>
      {confirmForm}
      {!isLong && data.length > SHORT_LENGTH && (
        <Button size="s" variant="quiet" className="mt-2 -ml-3" onClick={() => setLong(true)}>
          Show all
        </Button>
      )}
    </>
  );
};
