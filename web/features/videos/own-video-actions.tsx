import { useState } from 'react';
import type { Video } from '../../../contract/videos.ts';
import { ConfirmDialog } from '../../shared/ui/dialog.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { removeVideo } from './use-videos.ts';

/** The actions of an educator on their own video. */
export const OwnVideoActions = ({ video, onEdit }: { video: Video; onEdit: () => void }) => {
  const [confirming, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await removeVideo(video);
      showToast({ title: 'Video deleted', tone: 'success' });
      setAsking(false);
    } catch (failure) {
      showToast({ title: 'Error', description: (failure as Error).message, tone: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="ml-auto flex">
      <IconButton icon="edit" label={`Edit ${video.title}`} onClick={onEdit} />
      <IconButton icon="trash" label={`Delete ${video.title}`} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={confirming}
        onOpenChange={setAsking}
        title="Are you sure you want to delete this video?"
        description={video.title}
        confirmLabel="Delete"
        busy={busy}
        onConfirm={() => void remove()}
      />
    </div>
  );
};
