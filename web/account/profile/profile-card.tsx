import type { ReactNode } from 'react';
import { DEFAULT_PROFILE_SPECIALTY } from '../../../contract/account/profiles.ts';
import type { LocalProfile } from '../../shared/storage/storage-keys.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { fieldLabel, formatName, formatYears } from './profile-model.ts';
import type { OwnProfile } from './use-profile.ts';

/** Shown while changes are saved on this device only. */
export const UnsentNotice = ({ own: { isUnsent, busy, error, send } }: { own: OwnProfile }) => (
  <div role="status" className="text-sm empty:hidden">
    {isUnsent && !busy && (
      <>
        <p className="flex items-center gap-2">
          <Icon name="clock" size={18} className="text-accent" />
          Saved on this device
        </p>
        {error && <p className="mt-1 text-negative">{error}</p>}
        <Button size="s" className="mt-3" onClick={() => void send()}>
          Send again
        </Button>
      </>
    )}
  </div>
);

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-x-6 gap-y-0.5 py-3.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
    <dt className="text-sm text-muted">{label}</dt>
    <dd dir="auto" className="min-w-0 wrap-anywhere whitespace-pre-line">
      {children || <span className="text-faint">Not set</span>}
    </dd>
  </div>
);

/** View mode (SPEC §2). */
export const ProfileView = ({ profile }: { profile: LocalProfile }) => {
  const { role } = profile;
  return (
    <section className="rounded-l border border-line-soft bg-surface px-4.5 py-4 shadow-lift sm:px-7 sm:py-6">
      <h2 className="text-xl">About</h2>
      <dl className="mt-2 divide-y divide-line-soft">
        <Row label={fieldLabel('first_name', role)}>{profile.firstName}</Row>
        <Row label={fieldLabel('last_name', role)}>{profile.lastName}</Row>
        <Row label={fieldLabel('display_name', role)}>{profile.displayName}</Row>
        <Row label={fieldLabel('bio', role)}>{profile.bio}</Row>
        <Row label={fieldLabel('specialty', role)}>{profile.specialty}</Row>
        <Row label={fieldLabel('years_experience', role)}>
          {profile.yearsExperience > 0 && formatYears(profile.yearsExperience)}
        </Row>
        <Row label={fieldLabel('trading_style', role)}>{profile.tradingStyle}</Row>
        <Row label={fieldLabel('timezone', role)}>{profile.timezone}</Row>
        {role === 'educator' && (
          <Row label={fieldLabel('is_public', role)}>{profile.isPublic ? 'On' : 'Off'}</Row>
        )}
      </dl>
    </section>
  );
};

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
      <div className="flex flex-wrap items-center gap-4 lg:flex-col lg:items-start">
        <Avatar name={name} image={profile.profileImage} size="l" />
        <div className="min-w-30 flex-1">
          <p className="line-clamp-3 text-xl font-semibold wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
          {profile.role === 'educator' && (
            <p className="text-accent">
              <bdi>{profile.specialty || DEFAULT_PROFILE_SPECIALTY}</bdi>
            </p>
          )}
          <p className="text-sm break-all text-muted">{profile.email}</p>
        </div>
      </div>
      {children}
      {profile.role === 'educator' && <TradingProfile profile={profile} />}
    </aside>
  );
};
