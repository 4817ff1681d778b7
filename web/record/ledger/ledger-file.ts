import type { LedgerHead } from '../../../contract/record/verify-ledger.ts';

type ParsedLedger = { rows: unknown[] } | { error: string };

/** The rows of a downloaded ledger, or the reason why there are none. */
export const parseLedger = (text: string): ParsedLedger => {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { error: "This isn't a valid change log file. Use the unmodified download." };
  }
  if (!Array.isArray(content))
    return {
      error: 'This file has no change log entries. Use the unmodified download.',
    };
  return { rows: content };
};

/** A head as a fingerprint for people: the number of rows and the hash of the last one. */
export const formatHead = ({ count, head }: LedgerHead): string => `${count}:${head}`;

/** Parses such a fingerprint; null for any other text. */
export const parseHead = (text: string): LedgerHead | null => {
  const [, count, head] = /^\s*(\d{1,15})\s*:\s*([0-9a-f]{64})\s*$/i.exec(text) ?? [];
  return count && head ? { count: Number(count), head: head.toLowerCase() } : null;
};

/** One page of the file, one row a line, with a leading comma after the first row. */
export const formatPage = (rows: readonly unknown[], isFirst: boolean): string =>
  rows.map((row, index) => `${isFirst && index === 0 ? '' : ',\n'}${JSON.stringify(row)}`).join('');
