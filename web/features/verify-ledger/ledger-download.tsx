import { useState } from 'react';
import { getLedger, LEDGER_PAGE } from '../../../contract/ledger.ts';
import { callPage } from '../../shared/api/api-request.ts';
import { saveFile } from '../../shared/storage/save-file.ts';
import { Button } from '../../shared/ui/button.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { formatPage } from './ledger-file.ts';

/**
 * Downloads the whole ledger page by page into one file. Each page becomes a Blob, so that the browser can keep it
 * outside of the heap. `onProgress` gets the number of rows so far.
 */
const downloadLedger = async (onProgress: (rows: number) => void): Promise<void> => {
  const parts: Blob[] = [new Blob(['[\n'])];
  let count = 0;
  let next: string | null = '0';
  while (next !== null) {
    const page: Awaited<ReturnType<typeof callPage<typeof getLedger>>> = await callPage(getLedger, {
      query: { cursor: next, limit: String(LEDGER_PAGE) },
    });
    parts.push(new Blob([formatPage(page.rows, count === 0)]));
    count += page.rows.length;
    onProgress(count);
    next = page.cursor;
  }
  parts.push(new Blob(['\n]\n']));
  saveFile(`chartlark-ledger-${count}.json`, new Blob(parts, { type: 'application/json' }));
};

/** Downloads the whole ledger as one file. Needs a signed-in user. */
export const LedgerDownload = () => {
  const [rows, setRows] = useState<number | null>(null);
  const download = async () => {
    setRows(0);
    try {
      await downloadLedger(setRows);
    } catch {
      // `callPage` has logged the failure.
      showToast({ title: 'Error', description: 'Failed to get the ledger', tone: 'error' });
    } finally {
      setRows(null);
    }
  };
  return (
    <Button busy={rows !== null} onClick={() => void download()}>
      {rows === null ? 'Download the ledger' : `${rows} entries …`}
    </Button>
  );
};
