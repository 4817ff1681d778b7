import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '../../shared/storage/save-file.ts';
import { Button } from '../../shared/ui/button.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { fetchLedger } from './fetch-ledger.ts';

/** Downloads the whole ledger as one file. Needs a signed-in user. */
export const LedgerDownload = () => {
  const [rows, setRows] = useState(0);
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchLedger(setRows),
    onSuccess: (file) => saveFile(file.name, file),
    onError: () => showToast({ title: 'Error', description: 'Failed to get the change log', tone: 'error' }),
    onSettled: () => setRows(0),
  });
  return (
    <Button busy={isPending} onClick={() => mutate()}>
      {isPending ? `${rows} entries …` : 'Download the change log'}
    </Button>
  );
};
