import { useQuery } from '@tanstack/react-query';
import { listPublicProfiles } from '../../../contract/account/profiles.ts';
import { isolateDirection } from '../../../contract/shared/text.ts';
import { routeQuery } from '../../shared/api/route-query.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { ClampedText } from '../../shared/ui/clamped-text.tsx';
import { formatYears } from './profile-model.ts';

/** An educator's public profile; renders nothing if it is not public, is loading or failed to load. */
export const PublicProfilePanel = ({
  educatorId,
  showName = true,
}: {
  educatorId: string;
  /** False where the page's heading is the name. */
  showName?: boolean;
}) => {
  const { data } = useQuery(routeQuery(listPublicProfiles, { query: { public: 'educators' } }));
  const profile = data?.find(({ educator_id }) => educator_id === educatorId);
  if (!profile) return null;
  const name = profile.display_name || `${profile.first_name} ${profile.last_name}`.trim();
  const facts = [
    profile.specialty && isolateDirection(profile.specialty),
    profile.years_experience > 0 && `${formatYears(profile.years_experience)} of experience`,
    profile.trading_style,
    profile.timezone,
  ].filter(Boolean);
  return (
    <section
      aria-label={`About ${name}`}
      className="mb-5 flex gap-4 rounded-l border border-line-soft bg-surface p-4.5 shadow-lift sm:p-6"
    >
      <Avatar name={name} image={profile.profile_image} className="size-14 text-lg" />
      <div className="min-w-0">
        {showName && (
          <h2 className="text-lg wrap-anywhere">
            <bdi>{name}</bdi>
          </h2>
        )}
        <p className="text-sm text-muted">{[...new Set(facts)].join(' · ')}</p>
        {profile.bio && (
          <div className="mt-2 max-w-160">
            <ClampedText text={profile.bio} />
          </div>
        )}
      </div>
    </section>
  );
};
