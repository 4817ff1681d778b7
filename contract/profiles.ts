import * as z from 'zod/mini';
import { role, user } from './auth.ts';
import { mediaUrl } from './media.ts';
import { defineRoute } from './route.ts';
import { personText, requiredText } from './text.ts';

/** SPEC §5 and §9. */
export const MAX_PROFILE_NAME = 100;
export const MAX_BIO = 1000;
export const MAX_YEARS_EXPERIENCE = 50;
/** SPEC names no limit for it: a few words for an educator, a few lines of Trading Interests for a customer. */
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

/** DESIGN §15: what a profile shows where its specialty says nothing. */
export const DEFAULT_PROFILE_SPECIALTY = 'Trader';

/** SPEC §5: numeric 0 to 50, and what is no number becomes 0. Whole years, the nearest end where it is beyond. */
export const yearsOf = (typed: string): number => {
  const years = Number(typed.trim() || '0');
  return Number.isFinite(years) ? Math.min(Math.max(Math.trunc(years), 0), MAX_YEARS_EXPERIENCE) : 0;
};

const NOT_A_YEAR = `Years of experience is a whole number from 0 to ${MAX_YEARS_EXPERIENCE}`;
const years = z.number({ error: NOT_A_YEAR }).check(
  z.refine((value) => Number.isInteger(value) && value >= 0 && value <= MAX_YEARS_EXPERIENCE, {
    error: NOT_A_YEAR,
  }),
);
/** One of a list, or nothing chosen. */
const chosen = (label: string, options: readonly string[]) =>
  z.string({ error: `${label} must be text` }).check(
    z.refine((value) => value === '' || options.includes(value), {
      error: `${label} is not one of the list`,
    }),
  );
const instant = z.iso.datetime({ error: 'This must be a time in UTC' });

/** What a person writes of themselves: the columns of user_profiles. Nothing is required (SPEC §5). */
export const profileFields = z.object({
  first_name: personText('First name', MAX_PROFILE_NAME),
  last_name: personText('Last name', MAX_PROFILE_NAME),
  display_name: personText('Display name', MAX_PROFILE_NAME),
  bio: personText('Bio', MAX_BIO),
  specialty: personText('Specialty', MAX_SPECIALTY),
  years_experience: years,
  trading_style: chosen('Trading style', tradingStyles),
  timezone: chosen('Timezone', timezones),
  is_public: z.boolean({ error: 'Public profile must be on or off' }),
});
export type ProfileFields = z.output<typeof profileFields>;
export type ProfileField = keyof ProfileFields;

/** A profile as it is sent: its fields, and when its owner last changed it on their device. */
export const profileInput = z.extend(profileFields, { updated_at: instant });
export type ProfileInput = z.output<typeof profileInput>;

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

/** What everyone signed in may read of an educator whose profile is public. */
export const publicProfile = z.extend(userProfile, {
  educator_id: z.string(),
  profile_image: z.nullable(z.string()),
});
export type PublicProfile = z.infer<typeof publicProfile>;

const owner = z.object({ userId: z.guid({ error: 'Not an id' }) });
const PROFILE_BODY = 16 * 1024;

export const getUserProfile = defineRoute({
  method: 'GET',
  path: '/api/user-profiles/:userId',
  access: 'signedIn',
  summary: 'The own profile; PGRST116 while there is none',
  failure: 'Failed to fetch profile',
  params: owner,
  status: 200,
  response: userProfile,
  errors: ['FORBIDDEN', 'PGRST116'],
});

export const createUserProfile = defineRoute({
  method: 'POST',
  path: '/api/user-profiles/:userId',
  access: 'signedIn',
  summary: 'Store the own profile for the first time',
  failure: 'Failed to create profile',
  bodyLimit: PROFILE_BODY,
  params: owner,
  body: profileInput,
  status: 201,
  response: userProfile,
  errors: ['FORBIDDEN', 'VERSION_CONFLICT'],
});

export const updateUserProfile = defineRoute({
  method: 'PUT',
  path: '/api/user-profiles/:userId',
  access: 'signedIn',
  summary:
    'Replace the own profile; If-Match names the updated_at it was read with, else the last writer wins',
  failure: 'Failed to update profile',
  bodyLimit: PROFILE_BODY,
  params: owner,
  headers: z.looseObject({
    'if-match': z.optional(
      z.string().check(z.regex(/^"[^"]+"$/, { error: 'If-Match is the updated_at in quotes' })),
    ),
  }),
  body: profileInput,
  status: 200,
  response: userProfile,
  errors: ['FORBIDDEN', 'PGRST116', 'VERSION_CONFLICT'],
});

export const listPublicProfiles = defineRoute({
  method: 'GET',
  path: '/api/user-profiles',
  access: 'signedIn',
  summary: 'The educators whose profile is public',
  failure: 'Failed to fetch profile',
  query: z.object({ public: z.literal('educators', { error: 'Only public=educators is listed' }) }),
  status: 200,
  response: z.array(publicProfile),
  errors: [],
});

/** A picture of a person is square, and at most this many pixels wide. */
export const PROFILE_IMAGE_SIZE = 512;
/** SPEC §9. */
export const PROFILE_IMAGE_CACHE_SECONDS = 3600;

export const putProfileImage = defineRoute({
  method: 'PUT',
  path: '/api/profile-image',
  access: 'signedIn',
  summary: 'Set or replace the own picture: made anew, square',
  failure: 'Failed to upload image',
  upload: true,
  status: 200,
  response: user,
  errors: ['TOO_MANY_ATTEMPTS', 'BUSY', 'STORAGE_UNAVAILABLE'],
});

export const deleteProfileImage = defineRoute({
  method: 'DELETE',
  path: '/api/profile-image',
  access: 'signedIn',
  summary: 'Remove the own picture',
  failure: 'Failed to delete image',
  status: 200,
  response: z.object({ success: z.literal(true) }),
  errors: [],
});

export const getProfileImage = defineRoute({
  method: 'GET',
  path: '/profile-images/:userId',
  access: 'public',
  summary: "Somebody's picture under an address that stays: of a public profile, or for who is signed in",
  failure: 'This image could not be read',
  params: owner,
  status: 200,
  response: z.string(),
  errors: ['NOT_FOUND', 'STORAGE_UNAVAILABLE'],
});

export const updateCurrentUser = defineRoute({
  method: 'PUT',
  path: '/api/users/me',
  access: 'signedIn',
  summary: 'Change the own name, picture or specialty, as others see them',
  failure: 'Failed to update profile',
  body: z
    .partial(
      z.object({
        full_name: requiredText('Name', MAX_PROFILE_NAME),
        profile_image: z.nullable(mediaUrl('image', 'The picture must be an uploaded image')),
        specialty: z.nullable(personText('Specialty', MAX_SPECIALTY)),
      }),
    )
    .check(z.refine((changes) => Object.keys(changes).length > 0, { error: 'Nothing to change' })),
  status: 200,
  response: user,
  errors: [],
});
export type UserChanges = z.output<NonNullable<typeof updateCurrentUser.body>>;
