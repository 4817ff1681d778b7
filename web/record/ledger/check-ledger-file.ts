import {
  type LedgerHead,
  type LedgerVerification,
  type Sha256,
  verifyLedger,
} from '../../../contract/record/verify-ledger.ts';
import { parseLedger } from './ledger-file.ts';

/** A file to check, and the head to compare it with. */
export type LedgerCheckRequest = { file: Blob; compared: LedgerHead | null };

/** Progress of a check. `unreadable` and `done` are final. */
export type LedgerCheckStep =
  | { state: 'checking'; checked: number; total: number }
  | { state: 'unreadable'; error: string }
  | { state: 'done'; result: LedgerVerification };

/** Reads and verifies a file, and reports each step to `onStep`. */
export const checkLedgerFile = async (
  { file, compared }: LedgerCheckRequest,
  sha256: Sha256,
  onStep: (step: LedgerCheckStep) => void,
): Promise<void> => {
  // Reading fails when the file was deleted or changed after it was chosen.
  const text = await file.text().catch(() => null);
  const parsed = text === null ? { error: "Couldn't read this file." } : parseLedger(text);
  if ('error' in parsed) return onStep({ state: 'unreadable', error: parsed.error });
  const total = parsed.rows.length;
  const onProgress = (checked: number) => onStep({ state: 'checking', checked, total });
  onProgress(0);
  const result = await verifyLedger(parsed.rows, { sha256, savedHead: compared, onProgress });
  onStep({ state: 'done', result });
};
