import { useQuery } from '@tanstack/react-query';
import { endSession, listSessions, type OwnSession } from '../../../contract/account/account.ts';
import { deviceName } from '../../../contract/account/device-name.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { routeQuery } from '../../shared/api/route-query.ts';
import { useRelativeTime } from '../../shared/hooks/use-relative-time.ts';
import { PendingQuery } from '../../shared/ui/pending-query.tsx';
import { ConfirmedButton } from './confirmed-button.tsx';
import type { RunConfirmed } from './use-run-confirmed.tsx';

const queryKey = [listSessions.path];

const end = async (id: string): Promise<void> => {
  try {
    await callRoute(endSession, { params: { id } });
  } finally {
    // Also after a failure, because the session may have ended elsewhere.
    void queryClient.invalidateQueries({ queryKey });
  }
};

const Session = ({ session, runConfirmed }: { session: OwnSession; runConfirmed: RunConfirmed }) => {
  const renewed = useRelativeTime(session.renewedAt);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium">{deviceName(session.userAgent)}</p>
        <p className="text-sm text-muted">
          {session.current ? 'This device' : `Last active ${renewed}`} · {session.address}
        </p>
      </div>
      {!session.current && (
        <ConfirmedButton size="s" runConfirmed={runConfirmed} action={() => end(session.id)}>
          Log out
        </ConfirmedButton>
      )}
    </li>
  );
};

/** The sessions of this account. */
export const SessionList = ({ runConfirmed }: { runConfirmed: RunConfirmed }) => {
  const query = useQuery({ ...routeQuery(listSessions, {}), staleTime: 0 });
  const { data } = query;
  if (!data) return <PendingQuery query={query} label="Loading your devices" />;
  return (
    <ul aria-label="Devices" className="divide-y divide-line-soft">
      {data.map((session) => (
        <Session key={session.id} session={session} runConfirmed={runConfirmed} />
      ))}
    </ul>
  );
};
