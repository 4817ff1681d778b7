import { useLocation } from 'wouter';
import { useOwnIdeas } from '../entities/idea/use-ideas.ts';
import { useSignedInUser } from '../entities/session/current-user.ts';
import { MediaFields } from '../features/attach-media/media-fields.tsx';
import { IdeaForm } from '../features/publish-idea/idea-form.tsx';
import { paths } from '../shared/paths.ts';
import { PageHead } from '../shared/ui/page-head.tsx';

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
