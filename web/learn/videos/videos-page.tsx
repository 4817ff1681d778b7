import { useRef, useState } from 'react';
import type { Video } from '../../../contract/learn/videos.ts';
import { PublicProfilePanel } from '../../account/profile/public-profile-panel.tsx';
import { useSignedInUser } from '../../account/session/current-user.ts';
import { getWayHome } from '../../account/session/way-home.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { OwnVideoActions } from './own-video-actions.tsx';
import type { VideoFilter } from './use-videos.ts';
import { VideoFilters } from './video-filters.tsx';
import { VideoForm } from './video-form.tsx';
import { VideoLibrary } from './video-library.tsx';

/** The form that is open: for a new video, or for one of one's own. */
type Writing = { video: Video | null };

/** SPEC §10, videos: a library for everybody, with a form for educators. */
export const VideosPage = () => {
  const user = useSignedInUser();
  const [choice, setChoice] = useState<VideoFilter>({});
  const [writing, setWriting] = useState<Writing | null>(null);

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
        <VideoFilters choice={choice} onChoose={setChoice} />
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
