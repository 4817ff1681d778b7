import { useLocation } from 'wouter';
import { IdeaForm } from '../features/ideas/idea-form.tsx';
import { useOwnIdeas } from '../features/ideas/use-ideas.ts';
import { MediaFields } from '../features/media/media-fields.tsx';
import { useSignedInUser } from '../lib/current-user.ts';
import { paths } from '../lib/paths.ts';
import { PageHead } from '../ui/page-head.tsx';

/** SPEC §2, new idea: the form alone; afterwards the list, with the new idea first. */
export const NewIdeaScreen = () => {
  const { ideas } = useOwnIdeas(useSignedInUser().educatorId ?? '');
  const [, goTo] = useLocation();
  return (
    <>
      <PageHead
        title="New Idea"
        subtitle="Customers have it the moment you publish it"
        back={{ href: paths.educatorIdeas, label: 'Back to My Trade Ideas' }}
      />
      <div className="column">
        <IdeaForm
          task={{ mode: 'create' }}
          media={MediaFields}
          ownIdeas={ideas}
          onDone={() => goTo(paths.educatorIdeas)}
        />
      </div>
    </>
  );
};
