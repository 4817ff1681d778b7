import type { User } from '../../../contract/account/auth.ts';
import {
  educatorSpecialties,
  type ProfileField,
  type ProfileFields,
  type UserProfile,
} from '../../../contract/account/profiles.ts';
import type { LocalProfile } from '../../shared/storage/storage-keys.ts';

/** The profile of a user who never saved one, from their account. */
export const createDefaultProfile = (user: User): LocalProfile => ({
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
  updatedAt: '',
});

/** An educator's specialty is one of SPEC §3's list; an account may have another value. */
const allowedSpecialty = (role: User['role'], specialty: string): string =>
  role === 'customer' || educatorSpecialties.some((option) => option === specialty) ? specialty : '';

/** The local profile as the server's columns. */
export const toProfileFields = (profile: LocalProfile): ProfileFields => ({
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

/** Replaces the fields of a local profile with the server's. */
export const applyServerProfile = (profile: LocalProfile, saved: UserProfile): LocalProfile => ({
  ...profile,
  firstName: saved.first_name,
  lastName: saved.last_name,
  displayName: saved.display_name,
  bio: saved.bio,
  specialty: saved.specialty,
  yearsExperience: saved.years_experience,
  tradingStyle: saved.trading_style,
  timezone: saved.timezone,
  isPublic: saved.is_public,
  updatedAt: saved.updated_at,
});

/** The display name, else first and last name. */
export const formatName = ({
  displayName,
  firstName,
  lastName,
}: Pick<LocalProfile, 'displayName' | 'firstName' | 'lastName'>): string =>
  displayName || `${firstName} ${lastName}`.trim();

/** Label of a field. A customer's specialty is labelled Trading Interests (SPEC §3). */
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

export const formatYears = (years: number): string => (years === 1 ? '1 year' : `${years} years`);

/** SPEC §9. */
export const BIO_ROWS = 4;

/** "12 / 80": characters used of the limit. */
export const formatCharacterCount = (text: string, max: number): string => `${text.length} / ${max}`;
