import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Video } from '../../../contract/learn/videos.ts';
import { ConfirmDialog } from '../../shared/ui/dialog.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { removeVideo } from './use-videos.ts';

export const OwnVideoActions = ({ video, onEdit }: { video: Video; onEdit: () => void }) => {
  const [confirming, setAsking] = useState(false);
  const { mutate: remove, isPending } = useMutation({
    mutationFn: () => removeVideo(video),
    onSuccess: () => {
      showToast({ title: 'Video deleted', tone: 'success' });
      setAsking(false);
    },
    onError: ({ message }) => showToast({ title: 'Error', description: message, tone: 'error' }),
  });
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
        busy={isPending}
        onConfirm={() => remove()}
      />
    </div>
  );
};
