import { useEffect, useState } from 'react';

/** The current time in milliseconds, updated every `intervalMs` while the page is visible. */
export const useNow = (intervalMs: number): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const tick = () => document.hidden || setNow(Date.now());
    const timer = setInterval(tick, intervalMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [intervalMs]);
  return now;
};
