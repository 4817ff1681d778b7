import { useLocation } from 'wouter';
import { useSignedInUser } from '../account/session/current-user.ts';
import { useOwnIdeas } from '../ideas/idea-lists.ts';
import { IdeaForm } from '../publishing/idea-form.tsx';
import { type PublishedState, paths } from '../shared/paths.ts';
import { PageHead } from '../shared/ui/page-head.tsx';

/** The form of SPEC §2 on a page of its own. After publishing it leads to the new row of the list. */
export const NewIdeaPage = () => {
  const { ideas } = useOwnIdeas(useSignedInUser().educatorId ?? '');
  const [, goTo] = useLocation();
  return (
    <>
      <PageHead
        title="New Idea"
        subtitle="Goes live to customers immediately"
        back={{ href: paths.educatorIdeas, label: 'Back to My Trade Ideas' }}
      />
      <div className="column">
        <IdeaForm
          idea={null}
          ownIdeas={ideas}
          onDone={(idea) => goTo<PublishedState>(paths.educatorIdeas, { state: { publishedId: idea?.id } })}
        />
      </div>
    </>
  );
};
