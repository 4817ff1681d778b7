import * as z from 'zod/mini';
import { roles, user } from '../../../contract/auth.ts';
import { educator } from '../../../contract/educators.ts';
import { markets } from '../../../contract/markets.ts';
import { defaultPreferences, notificationPreferences } from '../../../contract/notifications.ts';
import { choiceKey, jsonKey, textKey } from './local-store.ts';

const authenticatedEducator = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.literal('educator'),
  specialty: z.string(),
});
export type AuthenticatedEducator = z.infer<typeof authenticatedEducator>;

/** Which ideas a person has seen (SPEC §4), the latest last; a market not listed was never loaded for them. */
const seenIdeas = z.object({ markets: z.array(z.enum(markets)), ids: z.array(z.string()) });
export type SeenIdeas = z.infer<typeof seenIdeas>;

const level = z.nullable(z.string());
/** What of an idea somebody has read: its levels and status as they stood then. */
const readState = z.object({
  id: z.string(),
  version: z.number(),
  status: z.string(),
  levels: z.object({
    entry_1: level,
    entry_2: level,
    invalidation_level: level,
    exit_1: level,
    exit_2: level,
    exit_3: level,
  }),
});
export type ReadState = z.infer<typeof readState>;

const reactions = z.object({
  hearts: z.number(),
  likes: z.number(),
  hearted: z.boolean(),
  liked: z.boolean(),
});
export type Reactions = z.infer<typeof reactions>;

const ledgerHead = z.object({ count: z.number(), head: z.string() });
/** The ledger is not the one this browser saw: what it had seen, and how the server's differs. */
const ledgerBreak = z.object({
  kind: z.enum(['shorter', 'rewritten']),
  seen: ledgerHead,
  noticedAt: z.string(),
});
export type LedgerMismatch = z.infer<typeof ledgerBreak>;

/** The last message of a room somebody has read: its place in the room's order, which outlives the message. */
const readPosition = z.object({ created_at: z.string(), id: z.string() });
export type ReadPosition = z.infer<typeof readPosition>;

/** SPEC §3's local profile: what a person last saved on this device, whether or not it has reached the server. */
const localProfile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  displayName: z.string(),
  bio: z.string(),
  specialty: z.string(),
  yearsExperience: z.number(),
  tradingStyle: z.string(),
  timezone: z.string(),
  isPublic: z.boolean(),
  /** A data URL until the picture is uploaded, its address afterwards. */
  profileImage: z.nullable(z.string()),
  role: z.enum(roles),
  userId: z.string(),
  email: z.string(),
  updatedAt: z.string(),
});
export type LocalProfile = z.infer<typeof localProfile>;

const fieldValue = z.union([z.string(), z.number(), z.boolean()]);
/** What this device and the server last agreed on, by column, and the values that gave way to later ones since. */
const profileSync = z.object({
  agreed: z.nullable(z.record(z.string(), fieldValue)),
  /** The picture of the local profile has not been sent yet, or its removal. */
  imageUnsent: z.boolean(),
  /** Name or specialty have not reached the account yet, where others read them. */
  accountUnsent: z.boolean(),
  overruled: z.array(z.object({ field: z.string(), value: fieldValue })),
});
export type ProfileSync = z.infer<typeof profileSync>;

/** Every storage key of the app (SPEC §3), named once. */
export const storageKeys = {
  sessionToken: textKey('sessionToken'),
  userRole: choiceKey('userRole', roles, null),
  /** The user object as the login answered it. */
  userProfile: jsonKey('userProfile', user, null),
  /** Who is signed in; the whole app reads this one. */
  currentUser: jsonKey('currentUser', user, null),
  /** The last answer of GET /api/auth/user: draws the shell when a persistent session is restored. */
  userData: jsonKey('userData', user, null),
  persistentLogin: jsonKey('persistentLogin', z.boolean(), false),
  authenticatedEducator: jsonKey('authenticatedEducator', authenticatedEducator, null),
  /** Milliseconds since 1970. */
  lastAuthSuccess: jsonKey('lastSuccessfulAuth', z.number(), null),
  /** Milliseconds since 1970. */
  installDismissed: jsonKey('installDismissed', z.number(), null),
  /** SPEC §9: default dark. `public/theme.js` reads the same name before the first paint. */
  theme: choiceKey('theme', ['dark', 'light'], 'dark'),
  /** SPEC §9: both on by default. Kept per user: two people may share a browser. */
  notificationSettings: (userId: string) =>
    jsonKey(`notificationSettings:${userId}`, notificationPreferences, defaultPreferences),
  /** Whether a choice above has not reached the server yet. */
  notificationSettingsUnsent: (userId: string) =>
    jsonKey(`notificationSettingsUnsent:${userId}`, z.boolean(), false),
  /** The market last looked at: what "Leverage" in the header means on a screen without a market. */
  lastMarket: choiceKey('lastMarket', markets, 'Forex'),
  /** DESIGN §15: the last good list, for when it fails to load. */
  educators: jsonKey('educators', z.array(educator), null),
  /** Where the ledger ended when this browser looked last (DESIGN §4); never replaced by what does not contain it. */
  ledgerHead: jsonKey('ledgerHead', ledgerHead, null),
  ledgerBreak: jsonKey('ledgerBreak', ledgerBreak, null),
  viewedIdeas: (userId: string) =>
    jsonKey(`viewedTradeIdeas:${userId}`, z.array(z.string()), null as string[] | null),
  seenIdeas: (userId: string) =>
    jsonKey(`seenTradeIdeas:${userId}`, seenIdeas, { markets: [], ids: [] } as SeenIdeas),
  readIdeas: (userId: string) => jsonKey(`readTradeIdeas:${userId}`, z.array(readState), [] as ReadState[]),
  /** How a market is looked at. */
  marketLayout: choiceKey('marketLayout', ['cards', 'compare'], 'cards'),
  /** The calculator's own two fields, as typed. */
  positionSize: (userId: string) =>
    jsonKey(`positionSize:${userId}`, z.object({ account: z.string(), riskPercent: z.string() }), {
      account: '',
      riskPercent: '1',
    }),
  localProfile: (userId: string) =>
    jsonKey(`localProfile:${userId}`, localProfile, null as LocalProfile | null),
  profileSync: (userId: string) =>
    jsonKey(`profileSync:${userId}`, profileSync, {
      agreed: null,
      imageUnsent: false,
      accountUnsent: false,
      overruled: [],
    } as ProfileSync),
  /** Whether the local profile holds something the server has not. */
  profileUnsent: (userId: string) => jsonKey(`profileUnsent:${userId}`, z.boolean(), false),
  reactions: (messageId: string) =>
    jsonKey(`messageReactions:${messageId}`, reactions, {
      hearts: 0,
      likes: 0,
      hearted: false,
      liked: false,
    }),
  chatReadTo: (userId: string, roomId: string) =>
    jsonKey(`chatReadTo:${userId}:${roomId}`, readPosition, null as ReadPosition | null),
  /** Whether somebody has said no to being asked about notifications. */
  notificationsDeclined: (userId: string) => jsonKey(`notificationsDeclined:${userId}`, z.boolean(), false),
  /** Who has turned pushes on in this browser, by id; another who signs in here has not. */
  pushOwner: textKey('pushOwner'),
  /** Whether a new idea also makes a sound here. */
  arrivalSound: jsonKey('arrivalSound', z.boolean(), false),
  /** Whether the app was installed from this browser. */
  installed: jsonKey('installed', z.boolean(), false),
  /** Unsent work, kept per user; it outlives a sign-out. */
  draft: (userId: string, form: string) =>
    jsonKey(
      `draft:${userId}:${form}`,
      z.record(z.string(), z.unknown()),
      null as Record<string, unknown> | null,
    ),
} as const;

export type Theme = 'dark' | 'light';
