import type { LedgerHead } from '../../../contract/verify-ledger.ts';

export type ReadLedgerFile = { rows: unknown[] } | { fault: string };

/** The rows of a downloaded ledger, or why the text holds none. */
export const readLedgerText = (text: string): ReadLedgerFile => {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { fault: 'This file is not JSON. A ledger is the file the download button makes, unchanged.' };
  }
  if (!Array.isArray(content))
    return {
      fault: 'This file holds JSON, but no list of rows. A ledger is the file the download button makes.',
    };
  return { rows: content };
};

/** A head as people note it: how many rows, and the hash of the last. */
export const headText = ({ count, head }: LedgerHead): string => `${count}:${head}`;

/** Reads such a note; null for anything else. */
export const parseHead = (text: string): LedgerHead | null => {
  const [, count, head] = /^\s*(\d{1,15})\s*:\s*([0-9a-f]{64})\s*$/i.exec(text) ?? [];
  return count && head ? { count: Number(count), head: head.toLowerCase() } : null;
};

/** One page of the file, a row a line: pages follow each other with a comma between them. */
export const pageText = (rows: readonly unknown[], isFirst: boolean): string =>
  rows.map((row, index) => `${isFirst && index === 0 ? '' : ',\n'}${JSON.stringify(row)}`).join('');
