import {
  type LedgerHead,
  type LedgerVerification,
  type Sha256,
  verifyLedger,
} from '../../../contract/verify-ledger.ts';
import { readLedgerText } from './ledger-file.ts';

/** What is to be checked: a file of the reader's, and the head to compare it with. */
export type LedgerTask = { file: Blob; compared: LedgerHead | null };

/** How far a check is, and how it ended. The last two are ends. */
export type LedgerStep =
  | { state: 'checking'; checked: number; total: number }
  | { state: 'unreadable'; fault: string }
  | { state: 'done'; verdict: LedgerVerification };

/** Checks a file from its first byte to its verdict; `say` hears of each step. */
export const checkLedgerFile = async (
  { file, compared }: LedgerTask,
  sha256: Sha256,
  say: (step: LedgerStep) => void,
): Promise<void> => {
  // Deleted or changed since it was chosen, or not ours to read.
  const text = await file.text().catch(() => null);
  const read = text === null ? { fault: 'This file could not be read.' } : readLedgerText(text);
  if ('fault' in read) return say({ state: 'unreadable', fault: read.fault });
  const total = read.rows.length;
  const onProgress = (checked: number) => say({ state: 'checking', checked, total });
  onProgress(0);
  const verdict = await verifyLedger(read.rows, { sha256, savedHead: compared, onProgress });
  say({ state: 'done', verdict });
};
