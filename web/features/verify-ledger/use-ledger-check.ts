import { useEffect, useRef, useState } from 'react';
import type { LedgerHead, LedgerVerification } from '../../../contract/verify-ledger.ts';
import type { LedgerStep, LedgerTask } from './check-ledger-file.ts';
import { browserSha256 } from './sha256.ts';

export type LedgerCheck =
  | { state: 'idle' }
  | { state: 'unable' }
  | { state: 'checking'; name: string; checked: number; total: number | null }
  | { state: 'unreadable'; name: string; fault: string }
  | { state: 'done'; name: string; verdict: LedgerVerification; compared: LedgerHead | null };

const NOT_STARTED =
  'The check could not be run: its program did not load, or the file is too large for this device. Reload the page and try again.';

/** Checks files on this device, beside the page; a newer file ends the check of the one before. */
export const useLedgerCheck = () => {
  const [check, setCheck] = useState<LedgerCheck>(() => ({ state: browserSha256() ? 'idle' : 'unable' }));
  const running = useRef<Worker | null>(null);
  useEffect(() => () => running.current?.terminate(), []);

  const begin = (file: File, compared: LedgerHead | null) => {
    running.current?.terminate();
    const { name } = file;
    setCheck({ state: 'checking', name, checked: 0, total: null });
    const worker = new Worker(new URL('./ledger-worker.ts', import.meta.url), { type: 'module' });
    running.current = worker;
    worker.onmessage = ({ data: step }: MessageEvent<LedgerStep>) => {
      setCheck(step.state === 'done' ? { ...step, name, compared } : { ...step, name });
      if (step.state !== 'checking') worker.terminate();
    };
    worker.onerror = () => {
      setCheck({ state: 'unreadable', name, fault: NOT_STARTED });
      worker.terminate();
    };
    worker.postMessage({ file, compared } satisfies LedgerTask);
  };

  return { check, begin };
};
