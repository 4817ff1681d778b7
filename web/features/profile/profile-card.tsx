import type { ReactNode } from 'react';
import { DEFAULT_PROFILE_SPECIALTY } from '../../../contract/profiles.ts';
import type { LocalProfile } from '../../shared/storage/storage-keys.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { formatName, formatYears } from './profile-model.ts';

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 py-2.5">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="text-right font-medium">{children}</dd>
  </div>
);

/** SPEC §2: years if above 0, style if set, and the account's status. */
const TradingProfile = ({ profile }: { profile: LocalProfile }) => (
  <section className="border-t border-line-soft pt-4">
    <h2 className="text-lg">Trading Profile</h2>
    <dl className="mt-1 divide-y divide-line-soft">
      {profile.yearsExperience > 0 && <Fact label="Experience">{formatYears(profile.yearsExperience)}</Fact>}
      {profile.tradingStyle && <Fact label="Trading Style">{profile.tradingStyle}</Fact>}
      <Fact label="Account Status">
        <span className="inline-flex items-center gap-2 text-positive">
          <span aria-hidden="true" className="size-2 rounded-full bg-positive" />
          Active
        </span>
      </Fact>
    </dl>
  </section>
);

/** Picture, name and email; for educators also the trading profile. */
export const ProfileCard = ({ profile, children }: { profile: LocalProfile; children?: ReactNode }) => {
  const name = formatName(profile) || profile.email;
  return (
    <aside className="grid content-start gap-5 rounded-l border border-line-soft bg-surface p-4.5 shadow-lift sm:p-7">
      <div className="flex items-center gap-4 lg:flex-col lg:items-start">
        <Avatar name={name} image={profile.profileImage} size="l" />
        <div className="min-w-0">
          <p className="line-clamp-3 text-xl font-semibold wrap-anywhere">{name}</p>
          {profile.role === 'educator' && (
            <p className="text-accent">{profile.specialty || DEFAULT_PROFILE_SPECIALTY}</p>
          )}
          <p className="text-sm break-all text-muted">{profile.email}</p>
        </div>
      </div>
      {children}
      {profile.role === 'educator' && <TradingProfile profile={profile} />}
    </aside>
  );
};
