import type { User } from '../../../contract/auth.ts';
import {
  educatorSpecialties,
  type ProfileField,
  type ProfileFields,
  timezones,
  tradingStyles,
} from '../../../contract/profiles.ts';
import type { LocalProfile } from '../../shared/storage/storage-keys.ts';

/** A profile somebody never saved says what their account says. */
export const emptyProfile = (user: User): LocalProfile => ({
  firstName: user.firstName,
  lastName: user.lastName,
  displayName: user.fullName,
  bio: '',
  specialty: allowedSpecialty(user.role, user.specialty ?? ''),
  yearsExperience: 0,
  tradingStyle: '',
  timezone: '',
  isPublic: true,
  profileImage: user.profileImage,
  role: user.role,
  userId: user.id,
  email: user.email,
  // Before every edit: whatever was saved anywhere is later.
  updatedAt: new Date(0).toISOString(),
});

/** An educator's specialty is one of SPEC §3's list; an account may hold another word. */
const allowedSpecialty = (role: User['role'], specialty: string): string =>
  role === 'customer' || educatorSpecialties.some((option) => option === specialty) ? specialty : '';

/** The local profile as the server's columns. */
export const fieldsOf = (profile: LocalProfile): ProfileFields => ({
  first_name: profile.firstName,
  last_name: profile.lastName,
  display_name: profile.displayName,
  bio: profile.bio,
  specialty: profile.specialty,
  years_experience: profile.yearsExperience,
  trading_style: profile.tradingStyle,
  timezone: profile.timezone,
  is_public: profile.isPublic,
});

/** The local profile with the server's columns in it. */
export const withFields = (
  profile: LocalProfile,
  fields: ProfileFields,
  updatedAt: string,
): LocalProfile => ({
  ...profile,
  firstName: fields.first_name,
  lastName: fields.last_name,
  displayName: fields.display_name,
  bio: fields.bio,
  specialty: fields.specialty,
  yearsExperience: fields.years_experience,
  tradingStyle: fields.trading_style,
  timezone: fields.timezone,
  isPublic: fields.is_public,
  updatedAt,
});

/** What a person is called: as they want to be, else by their name. */
export const nameOf = ({
  displayName,
  firstName,
  lastName,
}: Pick<LocalProfile, 'displayName' | 'firstName' | 'lastName'>): string =>
  displayName || `${firstName} ${lastName}`.trim();

/** A field as people read it. A customer's specialty is their Trading Interests (SPEC §3). */
export const fieldLabel = (field: ProfileField, role: User['role']): string => {
  if (field === 'specialty' && role === 'customer') return 'Trading Interests';
  return labels[field];
};

const labels: Record<ProfileField, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  display_name: 'Display name',
  bio: 'Bio',
  specialty: 'Specialty',
  years_experience: 'Years of experience',
  trading_style: 'Trading style',
  timezone: 'Timezone',
  is_public: 'Public profile',
};

export const shownValue = (value: string | number | boolean): string => {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return String(value) || 'Empty';
};

export const yearsInWords = (years: number): string => (years === 1 ? '1 year' : `${years} years`);

/** SPEC §9. */
export const BIO_ROWS = 4;

/** How much of a limit is used. */
export const usedOf = (text: string, max: number): string => `${text.length} / ${max}`;

/** The choices of SPEC §3, as the form offers them. */
export const choices = { specialty: educatorSpecialties, tradingStyle: tradingStyles, timezone: timezones };
