import * as z from 'zod/mini';
import { browserTokens, roles, user } from '../../../contract/account/auth.ts';
import { educator } from '../../../contract/educators/educators.ts';
import { allMarketsOn, marketSwitches, markets } from '../../../contract/ideas/markets.ts';
import type { ReadingState, ReadState } from '../../../contract/ideas/reading.ts';
import { choiceKey, jsonKey, textKey } from './local-store.ts';

const authenticatedEducator = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.literal('educator'),
  specialty: z.string(),
});

/** What a person has seen and read. Not the schema of contract/ideas/reading.ts, which needs more (TARGETS W1). */
const reading = z.object({
  markets: z.array(z.enum(markets)),
  ideas: z.array(z.object({ id: z.string(), viewed: z.boolean(), read: z.nullable(z.custom<ReadState>()) })),
  rooms: z.array(z.object({ room_id: z.string(), created_at: z.string(), id: z.string() })),
});
export const NOTHING_READ: ReadingState = { markets: [], ideas: [], rooms: [] };

const reactions = z.object({
  hearts: z.number(),
  likes: z.number(),
  hearted: z.boolean(),
  liked: z.boolean(),
});
export type Reactions = z.infer<typeof reactions>;

const ledgerHead = z.object({ count: z.number(), head: z.string() });
/** The server's ledger does not contain the fingerprint this browser stored. */
const ledgerBreak = z.object({
  kind: z.enum(['shorter', 'rewritten']),
  seen: ledgerHead,
  noticedAt: z.string(),
});
export type LedgerMismatch = z.infer<typeof ledgerBreak>;

/** SPEC §3's local profile: last saved on this device, synced or not. */
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
  /** A data URL until the image is uploaded, its URL afterwards. */
  profileImage: z.nullable(z.string()),
  role: z.enum(roles),
  userId: z.string(),
  email: z.string(),
  updatedAt: z.string(),
});
export type LocalProfile = z.infer<typeof localProfile>;

/** A session that ended without a sign-out. `isUnsent`: a write was refused because of it. */
const endedSession = z.object({
  userId: z.string(),
  role: z.enum(roles),
  isUnsent: z.boolean(),
});

/** Every storage key of the app (SPEC §3). */
export const storageKeys = {
  sessionToken: textKey('sessionToken'),
  /** Sent with the next sign-in, which a known browser can complete during an attack. It survives a sign-out. */
  browserTokens: jsonKey('browserTokens', browserTokens, []),
  /** The token of a session that was signed out of while the server was unreachable. */
  unsentSignOut: textKey('unsentSignOut'),
  userRole: choiceKey('userRole', roles, null),
  /** The user object of the login response. */
  userProfile: jsonKey('userProfile', user, null),
  /** The signed-in user; the app reads this key. */
  currentUser: jsonKey('currentUser', user, null),
  /** The last response of GET /api/auth/user; renders the shell while a persistent session is restored. */
  userData: jsonKey('userData', user, null),
  persistentLogin: jsonKey('persistentLogin', z.boolean(), false),
  authenticatedEducator: jsonKey('authenticatedEducator', authenticatedEducator, null),
  /** Set until the next sign-in, for the message on the login. */
  endedSession: jsonKey('endedSession', endedSession, null),
  /** Milliseconds since 1970. */
  lastAuthSuccess: jsonKey('lastSuccessfulAuth', z.number(), null),
  /** Milliseconds since 1970. */
  installDismissed: jsonKey('installDismissed', z.number(), null),
  /** SPEC §9: default dark. `public/startup.js` reads the same name before the first paint. */
  theme: choiceKey('theme', ['dark', 'light'], 'dark'),
  /** SPEC §9: both on by default. Kept per user: two people may share a browser. */
  notificationSettings: (userId: string) =>
    jsonKey(`notificationSettings:${userId}`, marketSwitches, allMarketsOn),
  /** The last visited market: where "Leverage" in the header leads on a page without a market. */
  lastMarket: choiceKey('lastMarket', markets, 'Forex'),
  /** SPEC §10: the last loaded list, for when loading fails. */
  educators: jsonKey('educators', z.array(educator), null),
  /** The ledger's fingerprint at the last visit (DESIGN §4); never replaced by a ledger that does not contain it. */
  ledgerHead: jsonKey('ledgerHead', ledgerHead, null),
  ledgerBreak: jsonKey('ledgerBreak', ledgerBreak, null),
  viewedIdeas: (userId: string) =>
    jsonKey(`viewedTradeIdeas:${userId}`, z.array(z.string()), null as string[] | null),
  /** What the account has seen and read, as the server said last. */
  reading: (userId: string) => jsonKey(`reading:${userId}`, reading, NOTHING_READ),
  /** What this person has seen and read here that the server does not know yet. */
  unsentReading: (userId: string) => jsonKey(`unsentReading:${userId}`, reading, NOTHING_READ),
  marketLayout: choiceKey('marketLayout', ['cards', 'compare'], 'cards'),
  /** The tour of a card: to be shown at the next market, or shown before. */
  tour: (userId: string) => choiceKey(`tour:${userId}`, ['due', 'seen'], null),
  /** The calculator's two inputs, as typed. */
  positionSize: (userId: string) =>
    jsonKey(`positionSize:${userId}`, z.object({ account: z.string(), riskPercent: z.string() }), {
      account: '',
      riskPercent: '1',
    }),
  localProfile: (userId: string) =>
    jsonKey(`localProfile:${userId}`, localProfile, null as LocalProfile | null),
  /** The fields of the local profile that have not been sent. */
  profileUnsent: (userId: string) => jsonKey(`profileUnsent:${userId}`, z.array(z.string()), [] as string[]),
  reactions: (messageId: string) =>
    jsonKey(`messageReactions:${messageId}`, reactions, {
      hearts: 0,
      likes: 0,
      hearted: false,
      liked: false,
    }),
  /** Whether the person declined the question about notifications. */
  notificationsDeclined: (userId: string) => jsonKey(`notificationsDeclined:${userId}`, z.boolean(), false),
  /** The id of the person who turned notifications on in this browser. */
  pushOwner: textKey('pushOwner'),
  /** Whether a new idea plays a sound on this device. */
  arrivalSound: jsonKey('arrivalSound', z.boolean(), false),
  /** Whether the app was installed from this browser. */
  installed: jsonKey('installed', z.boolean(), false),
  /** The operator's session. Without a token it has ended, which the page says until the next one. */
  operatorSession: {
    ...jsonKey('operatorSession', z.object({ token: z.nullable(z.string()), name: z.string() }), null),
    ofTab: true,
  },
  /** How far down each path was left, in pixels. */
  places: {
    ...jsonKey('places', z.record(z.string(), z.number()), {} as Record<string, number>),
    ofTab: true,
  },
  /** Drafts per user; they survive a sign-out. */
  draft: (userId: string, form: string) =>
    jsonKey(
      `draft:${userId}:${form}`,
      z.record(z.string(), z.unknown()),
      null as Record<string, unknown> | null,
    ),
} as const;

export type Theme = 'dark' | 'light';
