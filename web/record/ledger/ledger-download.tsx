import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '../../shared/storage/save-file.ts';
import { Button } from '../../shared/ui/button.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { fetchLedger } from './fetch-ledger.ts';

/** Downloads the whole ledger as one file, for a signed-in user or as the readers of a published record see it. */
export const LedgerDownload = ({ publicOf }: { publicOf?: string | undefined }) => {
  const [rows, setRows] = useState(0);
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchLedger(setRows, publicOf),
    onSuccess: (file) => saveFile(file.name, file),
    onError: () => showToast({ title: 'Error', description: 'Failed to get the change log', tone: 'error' }),
    onSettled: () => setRows(0),
  });
  return (
    <Button size={publicOf ? 's' : 'm'} busy={isPending} onClick={() => mutate()}>
      {isPending ? `${rows} entries …` : 'Download the change log'}
    </Button>
  );
};
