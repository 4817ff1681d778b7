import { useState } from 'react';
import type { ChatMessage } from '../../../contract/chat-rows.ts';
import { ConfirmDialog } from '../../shared/ui/dialog.tsx';
import { useToast } from '../../shared/ui/toast.ts';
import { deleteOwnMessage } from './message-calls.ts';
import { describeFailure } from './message-errors.ts';

/** Confirms and deletes a message, with the texts of SPEC §5 and §8. */
export const DeleteMessage = ({ row, onClose }: { row: ChatMessage | null; onClose: () => void }) => {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    if (!row) return;
    setBusy(true);
    try {
      await deleteOwnMessage(row);
      toast.show({ title: 'Message deleted successfully!' });
    } catch (failure) {
      toast.show({
        title: `Delete failed: ${describeFailure(failure, 'Failed to delete chat message')}`,
        tone: 'error',
      });
    } finally {
      setBusy(false);
      onClose();
    }
  };
  return (
    <ConfirmDialog
      open={row !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Are you sure you want to delete this message?"
      description="It's removed for everyone."
      confirmLabel="Delete"
      busy={busy}
      onConfirm={() => void remove()}
    />
  );
};
