import { Link } from 'wouter';
import { DEFAULT_SPECIALTY, type Educator, HIDDEN_EDUCATOR_ID } from '../../contract/educators.ts';
import { markets } from '../../contract/markets.ts';
import { FollowButton } from '../entities/educator/follow-button.tsx';
import { useEducators } from '../entities/educator/use-educators.ts';
import { useActiveIdeas } from '../entities/idea/use-ideas.ts';
import { useSignedInUser } from '../entities/session/current-user.ts';
import { getWayHome } from '../entities/session/way-home.ts';
import { paths } from '../shared/paths.ts';
import { Avatar } from '../shared/ui/avatar.tsx';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';

const describeCount = (count: number) =>
  count === 0 ? 'No active ideas' : `${count} active ${count === 1 ? 'idea' : 'ideas'}`;

const EducatorCard = ({ educator, activeIdeas }: { educator: Educator; activeIdeas: number }) => (
  <li className="relative grid content-start gap-4 rounded-l border border-line-soft bg-surface p-4.5 shadow-lift sm:p-6">
    <div className="flex items-center gap-4">
      <Avatar name={educator.fullName} image={educator.profileImage} className="size-14 text-lg" />
      <div className="min-w-0">
        <h2 className="line-clamp-2 text-lg wrap-anywhere">
          {/* The whole card leads to the track record. */}
          <Link href={paths.educatorRecord(educator.id)} className="after:absolute after:inset-0">
            {educator.fullName}
          </Link>
        </h2>
        <p className="line-clamp-2 text-sm wrap-anywhere text-muted">
          {educator.specialty || DEFAULT_SPECIALTY}
        </p>
      </div>
    </div>
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-muted">{describeCount(activeIdeas)}</p>
      <div className="relative">
        <FollowButton educatorId={educator.id} name={educator.fullName} />
      </div>
    </div>
  </li>
);

/** /customer/educators: everyone who publishes ideas, to follow and to look up. */
export const EducatorsPage = () => {
  const user = useSignedInUser();
  const educators = [...useEducators().values()].filter(({ id }) => id !== HIDDEN_EDUCATOR_ID);
  const [forex, crypto] = [useActiveIdeas(markets[0]), useActiveIdeas(markets[1])];
  const active = [...forex.ideas, ...crypto.ideas].filter(({ status }) => status !== 'invalid');
  return (
    <>
      <PageHead
        title="Educators"
        subtitle="Follow the ones you learn from, and compare their track records"
        back={getWayHome(user)}
      />
      <div className="column">
        {educators.length === 0 ? (
          <EmptyState title="No educators yet">They appear here once they have an account.</EmptyState>
        ) : (
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {educators.map((educator) => (
              <EducatorCard
                key={educator.id}
                educator={educator}
                activeIdeas={active.filter(({ educatorId }) => educatorId === educator.id).length}
              />
            ))}
          </ul>
        )}
      </div>
    </>
  );
};
