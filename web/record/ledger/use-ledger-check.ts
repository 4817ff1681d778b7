import { useEffect, useRef, useState } from 'react';
import type { LedgerHead, LedgerVerification } from '../../../contract/record/verify-ledger.ts';
import type { LedgerCheckRequest, LedgerCheckStep } from './check-ledger-file.ts';
import { browserSha256 } from './sha256.ts';

export type LedgerCheck =
  | { state: 'idle' }
  | { state: 'unsupported' }
  | { state: 'checking'; name: string; checked: number; total: number | null }
  | { state: 'unreadable'; name: string; error: string }
  | { state: 'done'; name: string; result: LedgerVerification; compared: LedgerHead | null };

const CHECK_FAILED =
  "Couldn't run the check. The file may be too large for this device. Reload and try again.";

/** Checks files in a worker. A new file terminates the previous check. */
export const useLedgerCheck = () => {
  const [check, setCheck] = useState<LedgerCheck>(() => ({
    state: browserSha256() ? 'idle' : 'unsupported',
  }));
  const running = useRef<Worker | null>(null);
  useEffect(() => () => running.current?.terminate(), []);

  const startCheck = (file: File, compared: LedgerHead | null) => {
    running.current?.terminate();
    const { name } = file;
    setCheck({ state: 'checking', name, checked: 0, total: null });
    const worker = new Worker(new URL('./ledger-worker.ts', import.meta.url), { type: 'module' });
    running.current = worker;
    worker.onmessage = ({ data: step }: MessageEvent<LedgerCheckStep>) => {
      setCheck(step.state === 'done' ? { ...step, name, compared } : { ...step, name });
      if (step.state !== 'checking') worker.terminate();
    };
    worker.onerror = () => {
      setCheck({ state: 'unreadable', name, error: CHECK_FAILED });
      worker.terminate();
    };
    worker.postMessage({ file, compared } satisfies LedgerCheckRequest);
  };

  return { check, startCheck };
};
