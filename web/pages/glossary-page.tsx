import { useCurrentUser } from '../account/session/current-user.ts';
import { GlossaryList } from '../learn/glossary-list.tsx';
import { paths } from '../shared/paths.ts';
import { PageHead } from '../shared/ui/page-head.tsx';

/** /learn/glossary: the words on cards, in track records and in practice. Open to everybody, so that terms can be linked. */
export const GlossaryPage = () => {
  const user = useCurrentUser();
  return (
    <>
      <PageHead
        title="Glossary"
        subtitle="The words on cards and in track records, explained"
        {...(user && { back: { href: paths.learn, label: 'Learn' } })}
      />
      <GlossaryList />
    </>
  );
};
