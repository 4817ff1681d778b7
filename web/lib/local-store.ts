import { useCallback, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { roles, user } from '../../contract/auth.ts';
import { educator } from '../../contract/educators.ts';
import { markets } from '../../contract/markets.ts';
import { defaultPreferences, notificationPreferences } from '../../contract/notifications.ts';

/** One entry of the browser's storage: its name, what a text in it means, and what no text means. */
export type StoredKey<T> = {
  readonly name: string;
  readonly fallback: T;
  readonly decode: (text: string) => T;
  readonly encode: (value: T) => string;
};

const text = (name: string): StoredKey<string | null> => ({
  name,
  fallback: null,
  decode: (raw) => raw,
  encode: (value) => value ?? '',
});

/** One of a few words, stored bare. */
const choice = <const V extends string, F extends V | null>(
  name: string,
  values: readonly V[],
  fallback: F,
): StoredKey<V | F> => ({
  name,
  fallback,
  decode: (raw) => values.find((value) => value === raw) ?? fallback,
  encode: (value) => value ?? '',
});

/** What an older version or a person's own hand left there may be anything: it is checked, not trusted. */
const json = <S extends z.ZodMiniType, F>(
  name: string,
  schema: S,
  fallback: F,
): StoredKey<z.output<S> | F> => ({
  name,
  fallback,
  decode: (raw) => schema.parse(JSON.parse(raw)),
  encode: (value) => JSON.stringify(value),
});

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
export type LedgerBreak = z.infer<typeof ledgerBreak>;

/** The last message of a room somebody has read: its place in the room's order, which outlives the message. */
const readingPlace = z.object({ created_at: z.string(), id: z.string() });
export type ReadingPlace = z.infer<typeof readingPlace>;

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
export const stored = {
  sessionToken: text('sessionToken'),
  userRole: choice('userRole', roles, null),
  /** The user object as the login answered it. */
  userProfile: json('userProfile', user, null),
  /** Who is signed in; the whole app reads this one. */
  currentUser: json('currentUser', user, null),
  /** The last answer of GET /api/auth/user: draws the shell when a persistent session is restored. */
  userData: json('userData', user, null),
  persistentLogin: json('persistentLogin', z.boolean(), false),
  authenticatedEducator: json('authenticatedEducator', authenticatedEducator, null),
  /** Milliseconds since 1970. */
  lastAuthSuccess: json('lastSuccessfulAuth', z.number(), null),
  /** Milliseconds since 1970. */
  installDismissed: json('installDismissed', z.number(), null),
  /** SPEC §9: default dark. `public/theme.js` reads the same name before the first paint. */
  theme: choice('theme', ['dark', 'light'], 'dark'),
  /** SPEC §9: both on by default. Kept per user: two people may share a browser. */
  notificationSettings: (userId: string) =>
    json(`notificationSettings:${userId}`, notificationPreferences, defaultPreferences),
  /** Whether a choice above has not reached the server yet. */
  notificationSettingsUnsent: (userId: string) =>
    json(`notificationSettingsUnsent:${userId}`, z.boolean(), false),
  /** The market last looked at: what "Leverage" in the header means on a screen without a market. */
  lastMarket: choice('lastMarket', markets, 'Forex'),
  /** DESIGN §15: the last good list, for when it fails to load. */
  educators: json('educators', z.array(educator), null),
  /** Where the ledger ended when this browser looked last (DESIGN §4); never replaced by what does not contain it. */
  ledgerHead: json('ledgerHead', ledgerHead, null),
  ledgerBreak: json('ledgerBreak', ledgerBreak, null),
  viewedIdeas: (userId: string) =>
    json(`viewedTradeIdeas:${userId}`, z.array(z.string()), null as string[] | null),
  seenIdeas: (userId: string) =>
    json(`seenTradeIdeas:${userId}`, seenIdeas, { markets: [], ids: [] } as SeenIdeas),
  readIdeas: (userId: string) => json(`readTradeIdeas:${userId}`, z.array(readState), [] as ReadState[]),
  /** How a market is looked at. */
  marketLayout: choice('marketLayout', ['cards', 'compare'], 'cards'),
  /** The calculator's own two fields, as typed. */
  positionSize: (userId: string) =>
    json(`positionSize:${userId}`, z.object({ account: z.string(), riskPercent: z.string() }), {
      account: '',
      riskPercent: '1',
    }),
  localProfile: (userId: string) => json(`localProfile:${userId}`, localProfile, null as LocalProfile | null),
  profileSync: (userId: string) =>
    json(`profileSync:${userId}`, profileSync, {
      agreed: null,
      imageUnsent: false,
      accountUnsent: false,
      overruled: [],
    } as ProfileSync),
  /** Whether the local profile holds something the server has not. */
  profileUnsent: (userId: string) => json(`profileUnsent:${userId}`, z.boolean(), false),
  reactions: (messageId: string) =>
    json(`messageReactions:${messageId}`, reactions, {
      hearts: 0,
      likes: 0,
      hearted: false,
      liked: false,
    }),
  chatReadTo: (userId: string, roomId: string) =>
    json(`chatReadTo:${userId}:${roomId}`, readingPlace, null as ReadingPlace | null),
  /** Whether somebody has said no to being asked about notifications. */
  notificationsDeclined: (userId: string) => json(`notificationsDeclined:${userId}`, z.boolean(), false),
  /** Who has turned pushes on in this browser, by id; another who signs in here has not. */
  pushOwner: text('pushOwner'),
  /** Whether a new idea also makes a sound here. */
  arrivalSound: json('arrivalSound', z.boolean(), false),
  /** Whether the app was installed from this browser. */
  installed: json('installed', z.boolean(), false),
  /** Unsent work, kept per user; it outlives a sign-out. */
  draft: (userId: string, form: string) =>
    json(
      `draft:${userId}:${form}`,
      z.record(z.string(), z.unknown()),
      null as Record<string, unknown> | null,
    ),
} as const;

export type Theme = 'dark' | 'light';

/** What the browser's storage refused (full, private, forbidden) lives here until the page goes. */
const memory = new Map<string, string>();
const listeners = new Map<string, Set<() => void>>();
const decoded = new Map<string, { raw: string; value: unknown }>();

const announce = (name: string) => {
  for (const listener of [...(listeners.get(name) ?? [])]) listener();
};

const rawValue = (name: string): string | null => {
  const kept = memory.get(name);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};

/** The value under a key. The same object as long as the stored text is the same. */
export const readStored = <T>(key: StoredKey<T>): T => {
  const raw = rawValue(key.name);
  if (raw === null) return key.fallback;
  const known = decoded.get(key.name);
  if (known?.raw === raw) return known.value as T;
  let value = key.fallback;
  try {
    value = key.decode(raw);
  } catch {
    // Unreadable is as good as absent; the next write repairs it.
  }
  decoded.set(key.name, { raw, value });
  return value;
};

export const writeStored = <T>(key: StoredKey<T>, value: NoInfer<T>): void => {
  if (value === null) {
    removeStored(key);
    return;
  }
  const raw = key.encode(value);
  // Whoever reads it next in this tab need not decode what was just encoded.
  decoded.set(key.name, { raw, value });
  try {
    localStorage.setItem(key.name, raw);
    memory.delete(key.name);
  } catch {
    memory.set(key.name, raw);
  }
  announce(key.name);
};

export const removeStored = (key: { readonly name: string }): void => {
  memory.delete(key.name);
  try {
    localStorage.removeItem(key.name);
  } catch {
    // Nothing could have been stored either.
  }
  announce(key.name);
};

/** Calls back after each change of a key, in this tab or another. Returns the way to stop. */
export const subscribeStored = (key: { readonly name: string }, listener: () => void): (() => void) => {
  const set = listeners.get(key.name) ?? new Set();
  listeners.set(key.name, set.add(listener));
  return () => set.delete(listener);
};

if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    // A null key means that another tab cleared everything.
    const names = event.key === null ? [...listeners.keys()] : [event.key];
    for (const name of names) {
      memory.delete(name);
      announce(name);
    }
  });

/** A stored value as state: `const [theme, setTheme] = useStored(stored.theme)`. The setter stays the same. */
export const useStored = <T>(key: StoredKey<T>): readonly [T, (value: T) => void] => {
  const { name } = key;
  const value = useSyncExternalStore(
    useCallback((listener) => subscribeStored({ name }, listener), [name]),
    () => readStored(key),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: keys made on the fly are equal when their names are.
  const set = useCallback((next: T) => writeStored(key, next), [name]);
  return [value, set];
};
