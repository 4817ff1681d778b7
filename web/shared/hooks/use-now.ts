import { useEffect, useState } from 'react';
import { serverNow } from '../server-clock.ts';

/** The server's current time in milliseconds, updated every `intervalMs` while the page is visible. */
export const useNow = (intervalMs: number): number => {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const tick = () => document.hidden || setNow(serverNow());
    const timer = setInterval(tick, intervalMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [intervalMs]);
  return now;
};
