import { useQuery } from '@tanstack/react-query';
import { type DeviceSession, endSession, listSessions } from '../../../contract/account.ts';
import { deviceName } from '../../../contract/device-name.ts';
import { relativeTime } from '../../../contract/relative-time.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { useNow } from '../../shared/hooks/use-now.ts';
import { PendingQuery } from '../../shared/ui/pending-query.tsx';
import { ConfirmedButton } from './confirmed-button.tsx';
import type { RunConfirmed } from './use-run-confirmed.tsx';

const queryKey = [listSessions.path];

const endDevice = async (id: string): Promise<void> => {
  try {
    await callRoute(endSession, { params: { id } });
  } finally {
    // Also after a failure, because the session may have ended elsewhere.
    void queryClient.invalidateQueries({ queryKey });
  }
};

const Device = ({
  device,
  now,
  runConfirmed,
}: {
  device: DeviceSession;
  now: number;
  runConfirmed: RunConfirmed;
}) => {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium">{deviceName(device.userAgent)}</p>
        <p className="text-sm text-muted">
          {device.current ? 'This device' : `Last active ${relativeTime(device.renewedAt, now)}`} ·{' '}
          {device.address}
        </p>
      </div>
      {!device.current && (
        <ConfirmedButton size="s" runConfirmed={runConfirmed} action={() => endDevice(device.id)}>
          Log out
        </ConfirmedButton>
      )}
    </li>
  );
};

/** The sessions of this account. */
export const DeviceList = ({ runConfirmed }: { runConfirmed: RunConfirmed }) => {
  const now = useNow(10_000);
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callRoute(listSessions, {}, { signal }),
    staleTime: 0,
  });
  const { data } = query;
  if (!data) return <PendingQuery query={query} label="Loading your devices" />;
  return (
    <ul aria-label="Devices" className="divide-y divide-line-soft">
      {data.map((device) => (
        <Device key={device.id} device={device} now={now} runConfirmed={runConfirmed} />
      ))}
    </ul>
  );
};
