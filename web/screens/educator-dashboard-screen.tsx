import { useCallback, useRef, useState } from 'react';
import { ConflictDialog } from '../features/ideas/conflict-dialog.tsx';
import { IdeaForm } from '../features/ideas/idea-form.tsx';
import type { Idea } from '../features/ideas/idea-model.ts';
import { OwnIdeas } from '../features/ideas/own-ideas.tsx';
import { useOwnIdeas } from '../features/ideas/use-ideas.ts';
import { useSaveIdea } from '../features/ideas/use-save-idea.ts';
import { MediaFields } from '../features/media/media-fields.tsx';
import { ReadingNow } from '../features/presence/reading-now.tsx';
import { RecordSummary } from '../features/record/record-summary.tsx';
import { useSignedInUser } from '../lib/current-user.ts';
import { paths } from '../lib/paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { focusHome } from '../ui/keep-focus.ts';
import { PageHead } from '../ui/page-head.tsx';

/** SPEC §2, educator dashboard: the form, then a carousel of the educator's own ideas. */
export const EducatorDashboardScreen = () => {
  const educatorId = useSignedInUser().educatorId ?? '';
  const list = useOwnIdeas(educatorId);
  const { save, conflict } = useSaveIdea();
  const [editing, setEditing] = useState<Idea | null>(null);
  const [goTo, setGoTo] = useState<string | null>(null);
  const formPlace = useRef<HTMLDivElement>(null);
  const listPlace = useRef<HTMLDivElement>(null);

  const edit = useCallback((idea: Idea) => {
    setEditing(idea);
    formPlace.current?.scrollIntoView({ block: 'start' });
    formPlace.current?.focus({ preventScroll: true });
  }, []);
  const leave = () => {
    setEditing(null);
    listPlace.current?.scrollIntoView({ block: 'start' });
    focusHome(listPlace.current);
  };
  const done = (idea: Idea | null) => {
    if (editing) leave();
    if (idea && !editing) setGoTo(idea.id);
  };

  return (
    <>
      <PageHead
        title="Dashboard"
        subtitle="Write an idea, then follow it to its end"
        actions={
          <>
            <ReadingNow />
            <ButtonLink href={paths.educatorIdeas}>My Trade Ideas</ButtonLink>
          </>
        }
      />
      <div className="pb-5">
        <RecordSummary educatorId={educatorId} />
      </div>
      <div ref={formPlace} tabIndex={-1} className="column scroll-mt-4">
        <IdeaForm
          key={editing?.id ?? 'new'}
          task={editing ? { mode: 'edit', idea: editing, save } : { mode: 'create' }}
          media={MediaFields}
          ownIdeas={list.ideas}
          onDone={done}
          {...(editing && { onCancel: leave })}
        />
      </div>
      <div ref={listPlace} className="scroll-mt-4 pt-10">
        <OwnIdeas
          list={list}
          heading={<h2 className="text-2xl">Your ideas</h2>}
          goTo={goTo}
          save={save}
          onEdit={edit}
        />
      </div>
      <ConflictDialog conflict={conflict} />
    </>
  );
};
