import type { ReactNode } from 'react';
import type { LocalProfile } from '../../shared/storage/storage-keys.ts';
import { fieldLabel, formatYears } from './profile-model.ts';

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-x-6 gap-y-0.5 py-3.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="min-w-0 wrap-anywhere whitespace-pre-line">
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
        <Row label={fieldLabel('is_public', role)}>{profile.isPublic ? 'On' : 'Off'}</Row>
      </dl>
    </section>
  );
};
