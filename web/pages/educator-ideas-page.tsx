import { useState } from 'react';
import { Redirect } from 'wouter';
import { isCompleted } from '../../contract/ideas.ts';
import { useEditedIdea } from '../entities/idea/use-edited-idea.ts';
import { type IdeaList, useOwnIdeas } from '../entities/idea/use-ideas.ts';
import { useSaveIdea } from '../entities/idea/use-save-idea.ts';
import { useCurrentUser } from '../entities/session/current-user.ts';
import { MediaFields } from '../features/attach-media/media-fields.tsx';
import { ConflictDialog } from '../features/manage-ideas/conflict-dialog.tsx';
import { OwnIdeas } from '../features/manage-ideas/own-ideas.tsx';
import { IdeaForm } from '../features/publish-idea/idea-form.tsx';
import { paths } from '../shared/paths.ts';
import { ButtonLink } from '../shared/ui/button.tsx';
import { focusOnMount, focusRegionStart } from '../shared/ui/focus-region.ts';
import { PageHead } from '../shared/ui/page-head.tsx';

const summary = ({ state, more, ideas }: IdeaList): string => {
  if (state !== 'ready' || more !== 'none') return 'All your published ideas';
  const completed = ideas.filter(({ status }) => isCompleted(status)).length;
  return `${ideas.length - completed} active · ${completed} closed`;
};

/** The list, or the form while an idea is being edited. */
const MyTradeIdeas = ({ educatorId }: { educatorId: string }) => {
  const list = useOwnIdeas(educatorId);
  const { save, conflict } = useSaveIdea();
  const { editing, isDeleted, setEditing } = useEditedIdea(list);
  const [lastEditedId, setLastEditedId] = useState<string | null>(null);
  const leave = () => {
    setLastEditedId(editing?.id ?? null);
    setEditing(null);
  };
  return (
    <>
      <PageHead
        title="My Trade Ideas"
        subtitle={summary(list)}
        back={{ href: paths.educatorDashboard, label: 'Back to Dashboard' }}
        actions={
          <ButtonLink href={paths.newIdea} variant={editing ? 'secondary' : 'primary'}>
            New Idea
          </ButtonLink>
        }
      />
      {editing ? (
        <div ref={focusOnMount} tabIndex={-1} className="column">
          <IdeaForm
            key={editing.id}
            task={{ mode: 'edit', idea: editing, isDeleted, save }}
            media={MediaFields}
            ownIdeas={list.ideas}
            onDone={leave}
            onCancel={leave}
          />
        </div>
      ) : (
        <div ref={lastEditedId ? focusRegionStart : undefined}>
          <OwnIdeas
            list={list}
            heading={<p className="text-muted">Newest first</p>}
            goTo={lastEditedId}
            save={save}
            onEdit={setEditing}
          />
        </div>
      )}
      <ConflictDialog conflict={conflict} />
    </>
  );
};

/** SPEC §2, "Educator ideas list". Without a loaded user it redirects to /login. */
export const EducatorIdeasPage = () => {
  const user = useCurrentUser();
  if (!user) return <Redirect to={paths.customerLogin} replace />;
  return <MyTradeIdeas educatorId={user.educatorId ?? ''} />;
};
