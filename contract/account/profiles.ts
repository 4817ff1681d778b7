import * as z from 'zod/mini';
import { mediaUrl } from '../media/media.ts';
import { defineRoute } from '../shared/route.ts';
import { MAX_NAME, optionalText, requiredText } from '../shared/text.ts';
import { role, user } from './auth.ts';

/** SPEC §5 and §9. */
export const MAX_BIO = 1000;
export const MAX_YEARS_EXPERIENCE = 50;
/** SPEC sets no limit: a few words for an educator, a few lines of Trading Interests for a customer. */
export const MAX_SPECIALTY = 300;

/** SPEC §3. A customer's specialty is free text, the Trading Interests. */
export const educatorSpecialties = [
  'Forex Trading',
  'Cryptocurrency',
  'Options Trading',
  'Day Trading',
  'Swing Trading',
  'Technical Analysis',
  'Fundamental Analysis',
] as const;
export const tradingStyles = [
  'Scalping',
  'Day Trading',
  'Swing Trading',
  'Position Trading',
  'Algorithmic Trading',
] as const;
export const timezones = [
  'UTC-5 Eastern',
  'UTC-6 Central',
  'UTC-7 Mountain',
  'UTC-8 Pacific',
  'UTC+0 GMT',
  'UTC+1 Central European',
  'UTC+8 Singapore',
] as const;

/** SPEC §10: shown when the profile has no specialty. */
export const DEFAULT_PROFILE_SPECIALTY = 'Trader';

export const YEARS_ERROR = `Years of experience must be a whole number from 0 to ${MAX_YEARS_EXPERIENCE}`;
const isYears = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= MAX_YEARS_EXPERIENCE;

/** SPEC §5: what is no number becomes 0. Null for a number that is not allowed. */
export const parseYears = (typed: string): number | null => {
  const years = Number(typed) || 0;
  return isYears(years) ? years : null;
};

const years = z.number({ error: YEARS_ERROR }).check(z.refine(isYears, { error: YEARS_ERROR }));
/** One of the options, or empty. */
const optionalChoice = (label: string, options: readonly string[]) =>
  z.string({ error: `${label} must be text` }).check(
    z.refine((value) => value === '' || options.includes(value), {
      error: `${label} isn't a listed option`,
    }),
  );

/** What people write about themselves: the columns of user_profiles. Nothing is required (SPEC §5). */
const profileFields = z.object({
  first_name: optionalText('First name', MAX_NAME),
  last_name: optionalText('Last name', MAX_NAME),
  display_name: optionalText('Display name', MAX_NAME),
  bio: optionalText('Bio', MAX_BIO),
  specialty: optionalText('Specialty', MAX_SPECIALTY),
  years_experience: years,
  trading_style: optionalChoice('Trading style', tradingStyles),
  timezone: optionalChoice('Timezone', timezones),
  is_public: z.boolean({ error: 'Public profile must be on or off' }),
});
export type ProfileFields = z.output<typeof profileFields>;
export type ProfileField = keyof ProfileFields;

const profileChanges = z.partial(profileFields);
export type ProfileChanges = z.output<typeof profileChanges>;

/** A row of user_profiles (SPEC §3). */
export const userProfile = z.object({
  user_id: z.string(),
  role,
  first_name: z.string(),
  last_name: z.string(),
  display_name: z.string(),
  bio: z.string(),
  specialty: z.string(),
  years_experience: z.number(),
  trading_style: z.string(),
  timezone: z.string(),
  is_public: z.boolean(),
  updated_at: z.string(),
});
export type UserProfile = z.infer<typeof userProfile>;

/** An educator's public profile, readable by everyone who is signed in. */
const publicProfile = z.extend(userProfile, {
  educator_id: z.string(),
  profile_image: z.nullable(z.string()),
});
export type PublicProfile = z.infer<typeof publicProfile>;

const userIdParams = z.object({ userId: z.guid({ error: 'Not an id' }) });
const PROFILE_BODY_LIMIT = 16 * 1024;

export const getUserProfile = defineRoute({
  method: 'GET',
  path: '/api/user-profiles/:userId',
  access: 'signedIn',
  summary: 'Your own profile; PGRST116 if there is none',
  failure: 'Failed to fetch profile',
  params: userIdParams,
  response: userProfile,
  errors: ['FORBIDDEN', 'PGRST116'],
});

export const createUserProfile = defineRoute({
  method: 'POST',
  path: '/api/user-profiles/:userId',
  access: 'signedIn',
  summary: 'Create your own profile',
  failure: 'Failed to create profile',
  bodyLimit: PROFILE_BODY_LIMIT,
  params: userIdParams,
  body: profileFields,
  status: 201,
  response: userProfile,
  errors: ['FORBIDDEN', 'VERSION_CONFLICT'],
});

export const updateUserProfile = defineRoute({
  method: 'PUT',
  path: '/api/user-profiles/:userId',
  access: 'signedIn',
  summary: 'Change fields of your own profile; the last write wins',
  failure: 'Failed to update profile',
  bodyLimit: PROFILE_BODY_LIMIT,
  params: userIdParams,
  body: profileChanges,
  response: userProfile,
  errors: ['FORBIDDEN', 'PGRST116'],
});

export const listPublicProfiles = defineRoute({
  method: 'GET',
  path: '/api/user-profiles',
  access: 'signedIn',
  summary: 'Educators with a public profile',
  failure: 'Failed to fetch profile',
  query: z.object({ public: z.literal('educators', { error: 'public must be educators' }) }),
  response: z.array(publicProfile),
});

/** Profile images are square and at most this many pixels wide. */
export const PROFILE_IMAGE_SIZE = 512;
/** SPEC §9. */
export const PROFILE_IMAGE_CACHE_SECONDS = 3600;

export const putProfileImage = defineRoute({
  method: 'PUT',
  path: '/api/profile-image',
  access: 'signedIn',
  summary: 'Set or replace your profile image; it is re-encoded and cropped to a square',
  failure: 'Failed to upload image',
  upload: true,
  response: user,
  errors: ['UPLOAD_SPACE_FULL', 'TOO_MANY_ATTEMPTS', 'BUSY', 'STORAGE_UNAVAILABLE'],
});

export const deleteProfileImage = defineRoute({
  method: 'DELETE',
  path: '/api/profile-image',
  access: 'signedIn',
  summary: 'Remove your profile image',
  failure: 'Failed to delete image',
  response: z.object({ success: z.literal(true) }),
});

export const getProfileImage = defineRoute({
  method: 'GET',
  path: '/profile-images/:userId',
  access: 'public',
  summary: 'Profile image under a stable URL: for public profiles, and for signed-in callers',
  failure: 'Failed to load this image',
  params: userIdParams,
  response: z.string(),
  errors: ['NOT_FOUND', 'STORAGE_UNAVAILABLE'],
});

export const updateCurrentUser = defineRoute({
  method: 'PUT',
  path: '/api/users/me',
  access: 'signedIn',
  summary: 'Change your own name, picture or specialty as others see them',
  failure: 'Failed to update profile',
  body: z
    .partial(
      z.object({
        full_name: requiredText('Name', MAX_NAME),
        profile_image: z.nullable(mediaUrl('image', 'The picture must be an uploaded image')),
        specialty: z.nullable(optionalText('Specialty', MAX_SPECIALTY)),
      }),
    )
    .check(z.refine((changes) => Object.keys(changes).length > 0, { error: 'Nothing to change' })),
  response: user,
});
export type UserChanges = z.output<NonNullable<typeof updateCurrentUser.body>>;
