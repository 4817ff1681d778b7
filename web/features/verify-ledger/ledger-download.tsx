import { useState } from 'react';
import { getLedger, LEDGER_PAGE } from '../../../contract/ledger.ts';
import { callPage } from '../../shared/api/api-request.ts';
import { saveFile } from '../../shared/storage/save-file.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { pageText } from './ledger-file.ts';

/**
 * Saves the whole chain as one file, fetched page by page: memory holds the pages as the browser keeps blobs, not as
 * objects. `onProgress` is told how many rows came so far.
 */
const downloadLedger = async (onProgress: (rows: number) => void): Promise<void> => {
  const parts: Blob[] = [new Blob(['[\n'])];
  let count = 0;
  let next: string | null = '0';
  while (next !== null) {
    const page: Awaited<ReturnType<typeof callPage<typeof getLedger>>> = await callPage(getLedger, {
      query: { cursor: next, limit: String(LEDGER_PAGE) },
    });
    parts.push(new Blob([pageText(page.rows, count === 0)]));
    count += page.rows.length;
    onProgress(count);
    next = page.cursor;
  }
  parts.push(new Blob(['\n]\n']));
  saveFile(`chartlark-ledger-${count}.json`, new Blob(parts, { type: 'application/json' }));
};

/** The whole chain as one file, for whoever is signed in. */
export const LedgerDownload = () => {
  const toast = useToast();
  const [rows, setRows] = useState<number | null>(null);
  const press = async () => {
    setRows(0);
    try {
      await downloadLedger(setRows);
    } catch {
      // The call has logged it.
      toast.show({ title: 'Error', description: 'Failed to get the ledger', tone: 'fall' });
    } finally {
      setRows(null);
    }
  };
  return (
    <Button busy={rows !== null} onClick={() => void press()}>
      {rows === null ? 'Download the ledger' : `${rows} rows …`}
    </Button>
  );
};
