import { useCallback, useEffect, useRef, useState } from 'react';
import { useSignedInUser } from '../account/session/current-user.ts';
import { useOwnIdeas } from '../ideas/idea-lists.ts';
import type { Idea } from '../ideas/idea-model.ts';
import { CustomersOnline } from '../live/customers-online.tsx';
import { IdeaForm } from '../publishing/idea-form.tsx';
import { DashboardIdeas } from '../publishing/manage/dashboard-ideas.tsx';
import { RecordSummary } from '../record/record-summary.tsx';
import { paths } from '../shared/paths.ts';
import { ButtonLink } from '../shared/ui/button.tsx';
import { focusRegionStart } from '../shared/ui/focus-region.ts';
import { PageHead } from '../shared/ui/page-head.tsx';

/** SPEC §2, "Educator dashboard". */
export const EducatorDashboardPage = () => {
  const educatorId = useSignedInUser().educatorId ?? '';
  const list = useOwnIdeas(educatorId);
  const [editing, setEditing] = useState<Idea | null>(null);
  /** Each value leads to the list once; `id` is the card to show there, if not the current one. */
  const [goTo, setGoTo] = useState<{ id: string | null } | null>(null);
  const formRef = useRef<HTMLDivElement>(null);
  const listRef = useRef<HTMLDivElement>(null);

  const edit = useCallback((idea: Idea) => {
    setEditing(idea);
    formRef.current?.scrollIntoView({ block: 'start' });
    formRef.current?.focus({ preventScroll: true });
  }, []);
  // After the form has changed its height.
  useEffect(() => {
    if (!goTo) return;
    listRef.current?.scrollIntoView({ block: 'start' });
    focusRegionStart(listRef.current);
  }, [goTo]);
  const leave = () => {
    setEditing(null);
    setGoTo({ id: null });
  };
  const done = (idea: Idea | null) => {
    if (editing) leave();
    // Whoever works on a card already stays there.
    else if (idea && !listRef.current?.contains(document.activeElement)) setGoTo({ id: idea.id });
  };

  return (
    <>
      <PageHead
        title="Dashboard"
        subtitle="Publish ideas and track them to the close"
        actions={
          <>
            <CustomersOnline />
            <ButtonLink href={paths.educatorIdeas}>My Trade Ideas</ButtonLink>
          </>
        }
      />
      <div ref={formRef} tabIndex={-1} className="column scroll-mt-4">
        <IdeaForm
          key={editing?.id ?? 'new'}
          idea={editing}
          ownIdeas={list.ideas}
          onDone={done}
          {...(editing && { onCancel: leave })}
        />
      </div>
      <div ref={listRef} className="scroll-mt-4 pt-10">
        <DashboardIdeas
          list={list}
          heading={<h2 className="text-2xl">Your ideas</h2>}
          goTo={goTo?.id ?? null}
          onEdit={edit}
        />
      </div>
      <RecordSummary educatorId={educatorId} />
    </>
  );
};
