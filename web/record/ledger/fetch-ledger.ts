import { getLedger, LEDGER_PAGE } from '../../../contract/record/ledger.ts';
import { getPublicLedger } from '../../../contract/record/public-record.ts';
import { callPage } from '../../shared/api/api-request.ts';
import { formatPage } from './ledger-file.ts';

/** A page of the ledger as the reader may see it, or as the readers of an educator's published record. */
const fetchPage = (cursor: string, publicOf: string | undefined) => {
  const query = { cursor, limit: String(LEDGER_PAGE) };
  return publicOf === undefined
    ? callPage(getLedger, { query })
    : callPage(getPublicLedger, { params: { educatorId: publicOf }, query });
};

/**
 * Fetches the whole ledger page by page into one file. Each page becomes a Blob, so that the browser can keep it
 * outside of the heap. `onProgress` gets the number of rows so far.
 */
export const fetchLedger = async (onProgress: (rows: number) => void, publicOf?: string): Promise<File> => {
  const parts: Blob[] = [new Blob(['[\n'])];
  let count = 0;
  let next: string | null = '0';
  while (next !== null) {
    const page: Awaited<ReturnType<typeof fetchPage>> = await fetchPage(next, publicOf);
    parts.push(new Blob([formatPage(page.rows, count === 0)]));
    count += page.rows.length;
    onProgress(count);
    next = page.cursor;
  }
  parts.push(new Blob(['\n]\n']));
  return new File(parts, `chartlark-change-log-${count}.json`, { type: 'application/json' });
};
