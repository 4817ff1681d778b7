import { useState } from 'react';
import type { ChatMessage } from '../../../contract/chat-rows.ts';
import { ConfirmDialog } from '../../shared/ui/dialog.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { deleteOwn } from './message-calls.ts';
import { faultOf } from './message-errors.ts';

/** Asks before an own message is deleted, and says how it went (SPEC §5 and §8, word for word). */
export const DeleteMessage = ({ row, onClose }: { row: ChatMessage | null; onClose: () => void }) => {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    if (!row) return;
    setBusy(true);
    try {
      await deleteOwn(row);
      toast.show({ title: 'Message deleted successfully!' });
    } catch (failure) {
      toast.show({
        title: `Delete failed: ${faultOf(failure, 'Failed to delete chat message')}`,
        tone: 'fall',
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
      description="It disappears for everyone at once."
      confirmLabel="Delete"
      busy={busy}
      onConfirm={() => void remove()}
    />
  );
};
