import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DeviceSession, endSession, listSessions } from '../../../contract/account.ts';
import { relativeTime } from '../../../contract/relative-time.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { useNow } from '../../shared/hooks/use-now.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FailedState } from '../../shared/ui/failed-state.tsx';
import { Loading, Skeleton } from '../../shared/ui/skeleton.tsx';
import { showToast } from '../../shared/ui/toast.ts';

const browsers: [RegExp, string][] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(Headless)?Chrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const firstOf = (text: string, known: [RegExp, string][]) => known.find(([sign]) => sign.test(text))?.[1];

/** "Firefox on Windows", as far as a browser's own words tell. */
export const deviceName = (userAgent: string | null): string => {
  const browser = firstOf(userAgent ?? '', browsers);
  const system = firstOf(userAgent ?? '', systems);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
};

const queryKey = [listSessions.path];

const Device = ({ device, now }: { device: DeviceSession; now: number }) => {
  const [busy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    try {
      await callRoute(endSession, { params: { id: device.id } });
    } catch (failure) {
      showToast({ title: 'Error', description: (failure as Error).message, tone: 'error' });
    } finally {
      setBusy(false);
      // Also after a failure, because the session may have ended elsewhere.
      void queryClient.invalidateQueries({ queryKey });
    }
  };
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
        <Button size="s" busy={busy} onClick={() => void end()}>
          Log out
        </Button>
      )}
    </li>
  );
};

/** The sessions of this account. */
export const DeviceList = () => {
  const now = useNow(10_000);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => callRoute(listSessions, {}, { signal }),
    staleTime: 0,
  });
  if (!data && isError) return <FailedState onRetry={() => void refetch()} busy={isFetching} />;
  if (!data)
    return (
      <Loading label="Loading your devices">
        <Skeleton className="h-14" />
      </Loading>
    );
  return (
    <ul className="divide-y divide-line-soft">
      {data.map((device) => (
        <Device key={device.id} device={device} now={now} />
      ))}
    </ul>
  );
};
