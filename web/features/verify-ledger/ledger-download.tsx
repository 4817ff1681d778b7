import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { downloadLedger } from './download-ledger.ts';

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
