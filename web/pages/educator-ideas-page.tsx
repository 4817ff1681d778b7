import { useCallback, useRef, useState } from 'react';
import { type IdeaStatus, isCompleted } from '../../contract/ideas/ideas.ts';
import { useSignedInUser } from '../account/session/current-user.ts';
import { formatIdeaCounts } from '../ideas/format-idea-counts.ts';
import { type IdeaList, useOwnIdeas } from '../ideas/idea-lists.ts';
import type { Idea } from '../ideas/idea-model.ts';
import { IdeaForm } from '../publishing/idea-form.tsx';
import { OwnIdeaDialog, ResultDialog } from '../publishing/manage/own-idea-dialogs.tsx';
import { MyTradeIdeas, type ReturnedWith } from '../publishing/my-trade-ideas/my-trade-ideas.tsx';
import { type PublishedState, paths } from '../shared/paths.ts';
import { ButtonLink } from '../shared/ui/button.tsx';
import { focusOnMount, focusRegionStart } from '../shared/ui/focus-region.ts';
import { PageHead } from '../shared/ui/page-head.tsx';

const summary = ({ state, more, ideas }: IdeaList): string => {
  if (state !== 'ready' || more !== 'none') return 'All your published ideas';
  const inMarket = ideas.filter(({ status }) => !isCompleted(status));
  return `${formatIdeaCounts(inMarket, more)} · ${ideas.length - inMarket.length} closed`;
};

/** The idea that was published on the page of the form, which leads here. */
const readPublished = (): ReturnedWith | null => {
  const publishedId = (history.state as PublishedState | null)?.publishedId;
  return publishedId ? { id: publishedId, isNew: true } : null;
};

/** SPEC §2, "Educator ideas list": the table, or the form while an idea is being edited. */
export const EducatorIdeasPage = () => {
  const list = useOwnIdeas(useSignedInUser().educatorId ?? '');
  const [editing, setEditing] = useState<Idea | null>(null);
  const [returnedWith, setReturnedWith] = useState(readPublished);
  const [openId, setOpenId] = useState<string | null>(null);
  const [closed, setClosed] = useState<{ id: string; status: IdeaStatus } | null>(null);
  const table = useRef<HTMLDivElement>(null);
  const open = useCallback(({ id }: Idea) => setOpenId(id), []);
  const edit = useCallback((idea: Idea) => {
    setOpenId(null);
    setEditing(idea);
  }, []);
  const leave = () => {
    setReturnedWith(editing && { id: editing.id, isNew: false });
    setEditing(null);
  };
  // Whoever types something else when the answer comes can add the result later.
  const askForResult = useCallback(({ id }: Idea, status: IdeaStatus) => {
    if (!document.activeElement?.matches('input, textarea')) setClosed({ id, status });
  }, []);
  const find = (id: string | undefined | null) => list.ideas.find((idea) => idea.id === id) ?? null;
  /** After a dialog: the button of the row that opened it, or the heading of the list if the row is gone. */
  const findFocus = ({ id }: Idea, opens: 'dialog' | 'menu'): HTMLElement | boolean => {
    // The form has taken the focus.
    if (!table.current) return false;
    return (
      table.current.querySelector<HTMLElement>(`[data-row="${id}"] [aria-haspopup=${opens}]`) ??
      table.current.querySelector<HTMLElement>('[data-focus-home]') ??
      true
    );
  };
  const closedIdea = find(closed?.id);
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
          <IdeaForm key={editing.id} idea={editing} ownIdeas={list.ideas} onDone={leave} onCancel={leave} />
        </div>
      ) : (
        <div ref={table}>
          <MyTradeIdeas
            list={list}
            returnedWith={returnedWith}
            onOpen={open}
            onEdit={edit}
            onClosed={askForResult}
          />
        </div>
      )}
      <OwnIdeaDialog
        idea={find(openId)}
        onClose={() => setOpenId(null)}
        onEdit={edit}
        findFocus={(idea) => findFocus(idea, 'dialog')}
        onRemoved={() => focusRegionStart(table.current)}
      />
      {/* The list may show the status before for a moment. */}
      <ResultDialog
        idea={closedIdea?.status === closed?.status ? closedIdea : null}
        onClose={() => setClosed(null)}
        findFocus={(idea) => findFocus(idea, 'menu')}
      />
    </>
  );
};
