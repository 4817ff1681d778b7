import { useRef, useState } from 'react';
import { type LedgerHead, type LedgerVerdict, verifyLedger } from '../../../contract/verify-ledger.ts';
import { readLedgerText } from './ledger-file.ts';
import { browserSha256 } from './sha256.ts';

export type LedgerCheck =
  | { state: 'idle' }
  | { state: 'unable' }
  | { state: 'checking'; name: string; checked: number; total: number | null }
  | { state: 'unreadable'; name: string; fault: string }
  | { state: 'done'; name: string; verdict: LedgerVerdict; compared: LedgerHead | null };

const nextFrame = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Checks files on this device; a newer file ends the check of the one before. */
export const useLedgerCheck = () => {
  const [check, setCheck] = useState<LedgerCheck>(() => ({ state: browserSha256() ? 'idle' : 'unable' }));
  const turn = useRef(0);

  const begin = async (file: File, compared: LedgerHead | null) => {
    const sha256 = browserSha256();
    if (!sha256) return;
    const mine = ++turn.current;
    const { name } = file;
    const show = (next: LedgerCheck) => {
      if (turn.current === mine) setCheck(next);
    };
    show({ state: 'checking', name, checked: 0, total: null });
    const text = await file.text().catch(() => null);
    await nextFrame();
    const read = text === null ? { fault: 'This file could not be read.' } : readLedgerText(text);
    if ('fault' in read) return show({ state: 'unreadable', name, fault: read.fault });
    const total = read.rows.length;
    const verdict = await verifyLedger(read.rows, {
      sha256,
      remembered: compared,
      onProgress: (checked) => show({ state: 'checking', name, checked, total }),
    });
    show({ state: 'done', name, verdict, compared });
  };

  return { check, begin: (file: File, compared: LedgerHead | null) => void begin(file, compared) };
};
