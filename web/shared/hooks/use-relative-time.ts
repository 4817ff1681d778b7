import { relativeTime } from '../../../contract/shared/relative-time.ts';
import { serverNow } from '../server-clock.ts';
import { useNow } from './use-now.ts';

const MINUTE_MS = 60_000;

/** SPEC §9's "12 seconds ago", current to the second below a minute and to ten seconds after that. */
export const useRelativeTime = (iso: string): string => {
  const isYoung = serverNow() - Date.parse(iso) < MINUTE_MS;
  useNow(isYoung ? 1_000 : 10_000);
  return relativeTime(iso, serverNow());
};
