import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Video, videoCategories } from '../../../contract/learn/videos.ts';
import { PublicProfilePanel } from '../../account/profile/public-profile-panel.tsx';
import { useSignedInUser } from '../../account/session/current-user.ts';
import { getWayHome } from '../../account/session/way-home.ts';
import { EducatorSelect } from '../../educators/educator-select.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/dialog.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { FilterSelect, toOptions } from '../../shared/ui/select.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { removeVideo, type VideoFilter } from './use-videos.ts';
import { VideoForm } from './video-form.tsx';
import { VideoLibrary } from './video-library.tsx';

const OwnVideoActions = ({ video, onEdit }: { video: Video; onEdit: () => void }) => {
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

/** SPEC §10, videos: a library for everybody, with a form for educators. */
export const VideosPage = () => {
  const user = useSignedInUser();
  const [choice, setChoice] = useState<VideoFilter>({});
  /** The form that is open: for a new video, or for one of one's own. */
  const [writing, setWriting] = useState<{ video: Video | null } | null>(null);

  /** Whose button opened the form; adding's own goes meanwhile. */
  const opener = useRef<Element>(null);
  const [added, setAdded] = useState(false);

  const write = (video: Video | null) => {
    opener.current = video && document.activeElement;
    setAdded(video === null);
    setWriting({ video });
    window.scrollTo(0, 0);
  };
  const close = () => {
    setWriting(null);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return (
    <>
      <PageHead
        title="Videos"
        subtitle="Lessons from our educators"
        back={getWayHome(user)}
        actions={
          user.role === 'educator' &&
          !writing && (
            <Button variant="primary" autoFocus={added} onClick={() => write(null)}>
              <Icon name="plus" size={18} />
              Add a video
            </Button>
          )
        }
      />
      <div className="column">
        {writing && <VideoForm key={writing.video?.id ?? 'new'} video={writing.video} onDone={close} />}
        <search className="mb-5 grid grid-cols-2 gap-2.5 sm:gap-3 lg:max-w-140">
          <FilterSelect
            label="Category"
            any="All categories"
            value={choice.category}
            onChange={(category) => setChoice({ ...choice, category })}
            options={toOptions(videoCategories)}
          />
          <EducatorSelect
            value={choice.educatorId}
            onChange={(educatorId) => setChoice({ ...choice, educatorId })}
          />
        </search>
        {choice.educatorId && <PublicProfilePanel educatorId={choice.educatorId} />}
        <VideoLibrary
          choice={choice}
          renderActions={(video) =>
            video.educator_id === user.educatorId && (
              <OwnVideoActions video={video} onEdit={() => write(video)} />
            )
          }
        />
      </div>
    </>
  );
};
