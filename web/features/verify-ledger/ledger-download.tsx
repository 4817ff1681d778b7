import { useState } from 'react';
import { saveFile } from '../../shared/storage/save-file.ts';
import { Button } from '../../shared/ui/button.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { fetchLedger } from './fetch-ledger.ts';

/** Downloads the whole ledger as one file. Needs a signed-in user. */
export const LedgerDownload = () => {
  const [rows, setRows] = useState<number | null>(null);
  const download = async () => {
    setRows(0);
    try {
      const file = await fetchLedger(setRows);
      saveFile(file.name, file);
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
