import { useState } from 'react';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { paths } from '../../shared/paths.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { MultilineText } from '../../shared/ui/multiline-text.tsx';
import { BookmarkButton } from '../bookmarks/bookmark-button.tsx';
import { IdeaMedia } from '../idea-media.tsx';
import type { DetailSection, Idea } from '../idea-model.ts';
import { IdeaResult } from '../idea-result.tsx';
import { ChangesSinceRead } from '../reading/changes-since-read.tsx';
import { DeletedNotice } from '../reading/deleted-notice.tsx';
import { RevisionList } from '../revision-list.tsx';
import { useCurrentIdea } from '../use-idea.ts';
import { DetailLevels } from './detail-levels.tsx';
import { IdeaHead } from './idea-head.tsx';
import { formatIdeaAsText } from './idea-text.ts';
import { PositionCalculator } from './position-calculator.tsx';
import { PrivateNote } from './private-note.tsx';
import { ShareButton } from './share-button.tsx';

/** "Edited" with its time. Opens the change history of the idea. */
const EditHistory = ({ idea, initiallyOpen }: { idea: Idea; initiallyOpen: boolean }) => {
  const [open, setOpen] = useState(initiallyOpen);
  if (idea.version < 2) return null;
  return (
    <div className="grid grid-cols-1 gap-3">
      <Button
        size="s"
        variant="quiet"
        className="-ml-3.5 justify-self-start"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="edit" size={16} />
        {`Edited ${absoluteTime(idea.updated_at)}`}
        <Icon name="down" size={16} className={open ? 'rotate-180' : ''} />
      </Button>
      {open && (
        <div className="rounded-m border border-line-soft p-4">
          <RevisionList ideaId={idea.id} />
        </div>
      )}
    </div>
  );
};

/** The content of `IdeaDetail`, in a chunk of its own. A closed idea leads with its result, as on its page. */
const IdeaDetailContent = ({ idea: opened, section }: { idea: Idea; section: DetailSection }) => {
  const { idea, isDeleted } = useCurrentIdea(opened);
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-5">
      {isDeleted && <DeletedNotice ideaId={idea.id} />}
      <IdeaResult idea={idea} />
      <IdeaHead idea={idea} />
      <EditHistory idea={idea} initiallyOpen={section === 'changes'} />
      {section === 'everything' && <ChangesSinceRead idea={idea} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 @min-[44rem]:grid-cols-2">
        <div className="grid content-start gap-3">
          <DetailLevels idea={idea} />
          <div className="flex flex-wrap gap-2">
            {/* Its padding is outside, so that its icon aligns with what is above. */}
            <div className="-ml-3.5">
              <BookmarkButton ideaId={idea.id} pair={idea.pair} />
            </div>
            <ButtonLink size="s" variant="quiet" href={paths.idea(idea.id)}>
              Open page
            </ButtonLink>
            <CopyButton text={formatIdeaAsText(idea)} label="Copy idea" />
            <ShareButton path={paths.idea(idea.id)} title={`${idea.pair} · ${idea.educator_name}`} />
          </div>
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
          {idea.notes ? (
            <MultilineText text={idea.notes} className="max-w-[64ch]" />
          ) : (
            <p className="text-sm text-faint">No notes added.</p>
          )}
          <PrivateNote ideaId={idea.id} />
          <IdeaMedia idea={idea} size="detail" />
          <PositionCalculator idea={idea} />
        </div>
      </div>
    </div>
  );
};

export default IdeaDetailContent;
