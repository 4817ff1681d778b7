import * as z from 'zod/mini';
import { market } from './markets.ts';
import { defineRoute } from './route.ts';

/**
 * Web Push (DESIGN §9), as server, page and service worker agree on it. Standards: RFC 8030 (delivery), RFC 8291
 * (encryption), RFC 8292 (VAPID).
 */

const base64url = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3);
  return z
    .string({ error: 'A subscription needs its keys' })
    .check(
      z.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}=*$`), { error: 'This is not a subscription’s key' }),
    );
};

/** Where the push service takes messages for one device. What hosts are allowed is the server's to decide. */
const endpoint = z
  .string({ error: 'A subscription needs its endpoint' })
  .check(
    z.maxLength(2_000, { error: 'This endpoint is too long' }),
    z.regex(/^https?:\/\/[\x21-\x7e]+$/, { error: 'This is not a push endpoint' }),
  );

/** `PushSubscription.toJSON()` as browsers give it. `expirationTime` is in milliseconds since 1970. */
export const pushSubscription = z.object({
  endpoint,
  expirationTime: z.nullish(z.number()),
  keys: z.object({
    /** The device's public key: an uncompressed P-256 point. */
    p256dh: base64url(65),
    /** The secret shared by device and sender. */
    auth: base64url(16),
  }),
});
export type PushSubscriptionInput = z.infer<typeof pushSubscription>;

/** What became of the last message to a device: `at` is when the push service last answered, or was last tried. */
const lastPush = z.object({
  at: z.string(),
  outcome: z.enum(['accepted', 'waiting', 'failed']),
  title: z.string(),
});

/** One device that hears pushes, as its owner sees it. */
export const pushDevice = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastPush: z.nullable(lastPush),
});
export type PushDevice = z.infer<typeof pushDevice>;

/** Registers this device for the signed-in person; again with the same endpoint it answers how the device stands. */
export const subscribePush = defineRoute({
  method: 'POST',
  path: '/api/push/subscriptions',
  access: 'signedIn',
  summary: 'Have pushes sent to this device; it ends with this session',
  failure: 'Failed to turn on notifications',
  body: pushSubscription,
  status: 200,
  response: pushDevice,
  errors: ['PUSH_ENDPOINT_REFUSED', 'TOO_MANY_DEVICES'],
});

export const unsubscribePush = defineRoute({
  method: 'DELETE',
  path: '/api/push/subscriptions',
  access: 'signedIn',
  summary: 'Send no more pushes to this device',
  failure: 'Failed to turn off notifications',
  body: z.object({ endpoint }),
  status: 200,
  response: z.object({ success: z.literal(true) }),
  errors: [],
});

/**
 * For a service worker whose subscription the browser replaced (`pushsubscriptionchange`): it has no session, so it
 * proves itself by the endpoint and the shared secret of the subscription before.
 */
export const renewPush = defineRoute({
  method: 'POST',
  path: '/api/push/renewals',
  access: 'public',
  summary: 'Replace a subscription by the one the browser made in its place',
  failure: 'Failed to renew the subscription',
  body: z.object({
    previous: z.object({ endpoint, auth: base64url(16) }),
    subscription: pushSubscription,
  }),
  status: 200,
  response: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND', 'PUSH_ENDPOINT_REFUSED', 'TOO_MANY_ATTEMPTS'],
});

const clockTime = z
  .string({ error: 'Quiet hours need two times' })
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'A time looks like 22:00' }));

/** Whether this runtime knows the zone's clock: what one end accepts, the other can compute with. */
const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
};

/** From when to when nothing rings; over midnight where `from` is later than `to`. The same time twice: all day. */
export const quietHours = z.object({
  from: clockTime,
  to: clockTime,
  /** IANA name, such as Europe/Berlin: the hours are this zone's, through its summer times. */
  timeZone: z
    .string({ error: 'Quiet hours need a time zone' })
    .check(z.maxLength(64), z.refine(isTimeZone, { error: 'This time zone is not known' })),
});
export type QuietHours = z.infer<typeof quietHours>;

/** How a person wants pushes, beyond the markets of `notificationPreferences`. */
export const pushSettings = z.object({
  /** Also hear when an idea is closed, or becomes invalid. */
  statusChanges: z.boolean({ error: 'Status changes must be on or off' }),
  /** Null: any time. Messages of quiet hours come when those end, unless they are of no use by then. */
  quietHours: z.nullable(quietHours),
});
export type PushSettings = z.infer<typeof pushSettings>;
export const defaultPushSettings: PushSettings = { statusChanges: false, quietHours: null };

export const getPushSettings = defineRoute({
  method: 'GET',
  path: '/api/push/settings',
  access: 'signedIn',
  summary: 'Status changes and quiet hours of one’s pushes',
  failure: 'Failed to get notification settings',
  status: 200,
  response: pushSettings,
  errors: [],
});

export const putPushSettings = defineRoute({
  method: 'PUT',
  path: '/api/push/settings',
  access: 'signedIn',
  summary: 'Choose status changes and quiet hours',
  failure: 'Failed to save notification settings',
  body: pushSettings,
  status: 200,
  response: pushSettings,
  errors: [],
});

/**
 * Devices by what became of a message to them; `attempted` is how many were tried at all. `accepted`: the push service
 * took it. `gone`: the subscription no longer exists and was removed, or its session ended. `waiting`: to be tried
 * (again), also after quiet hours. `failed`: given up, also where it came too late to be of use. Of an idea they are those
 * of its publication, kept for 30 days.
 */
export const pushDeliveries = z.object({
  devices: z.number(),
  attempted: z.number(),
  accepted: z.number(),
  gone: z.number(),
  waiting: z.number(),
  failed: z.number(),
});
export type PushDeliveries = z.infer<typeof pushDeliveries>;

export const getIdeaDeliveries = defineRoute({
  method: 'GET',
  path: '/api/trade-ideas/:id/deliveries',
  access: 'owner',
  summary: 'How far the push of an own idea has come',
  failure: 'Failed to get deliveries',
  params: z.object({ id: z.guid({ error: 'Not an id' }) }),
  status: 200,
  response: pushDeliveries,
  errors: ['NOT_FOUND', 'FORBIDDEN'],
});

/** SPEC §8: what the push test page says. */
export const PUSH_TEST_TEXTS = {
  test: {
    sent: 'Push notification sent successfully!',
    failed: 'notification failed',
    error: 'Error sending notification',
  },
  trade: {
    sent: 'Trade notification sent successfully!',
    failed: 'Trade notification failed',
    error: 'Error sending trade notification',
  },
} as const;

/** `everyone` (all subscribed devices) is an educator's alone; a customer who asks for it gets FORBIDDEN. */
const audience = z._default(z.enum(['own', 'everyone']), 'own');

/**
 * Result of a test: what the push services answered within a few seconds. Successful where at least one device took it; for
 * `everyone`, whose devices are mostly waiting still, also where some are queued.
 */
const testResult = z.object({
  success: z.boolean(),
  /** One of PUSH_TEST_TEXTS. */
  message: z.string(),
  /** What went wrong, or how many devices it went to; a sentence. */
  details: z.string(),
  deliveries: pushDeliveries,
});
export type PushTestResult = z.infer<typeof testResult>;

export const sendTestPush = defineRoute({
  method: 'POST',
  path: '/api/push/test',
  access: 'signedIn',
  summary: 'Send a test notification to one’s own devices (an educator also: to all)',
  failure: PUSH_TEST_TEXTS.test.error,
  body: z.object({ audience }),
  status: 200,
  response: testResult,
  errors: ['FORBIDDEN', 'TOO_MANY_ATTEMPTS'],
});

export const sendTestTradePush = defineRoute({
  method: 'POST',
  path: '/api/push/test-trade',
  access: 'signedIn',
  summary: 'Send a sample trade notification: educator, market, pair, direction and order type',
  failure: PUSH_TEST_TEXTS.trade.error,
  body: z.object({ audience }),
  status: 200,
  response: testResult,
  errors: ['FORBIDDEN', 'TOO_MANY_ATTEMPTS'],
});

/**
 * What a push carries, encrypted to the device; JSON, under 3 kB. The service worker shows `title` and `body`, and
 * after them the time of `at` in the device's own zone. An unknown or unreadable message is shown too, as news.
 */
export const pushMessage = z.object({
  kind: z.enum(['idea', 'status', 'test']),
  title: z.string(),
  body: z.string(),
  /**
   * Messages of one tag replace each other on the device: an idea is shown once however often it arrives. What becomes of
   * an idea has the idea's tag too, with a `kind` and an `at` of its own: that is news, and may ring again; the same `kind`
   * and `at` once more is a message that arrived twice, and may not.
   */
  tag: z.string(),
  /**
   * Path of this site a click leads to. An idea's is the list it stands in, `/customer/{market}` while it is open and
   * `/customer/{market}/{type}` once completed, with `?idea={id}`.
   */
  path: z.string().check(z.regex(/^\/(?!\/)/)),
  /** Picture of this site, if the idea has a cover. */
  image: z.nullable(z.string()),
  /** ISO 8601: when the idea was published or changed. */
  at: z.string(),
  ideaId: z.nullable(z.string()),
  market: z.nullable(market),
});
export type PushMessage = z.infer<typeof pushMessage>;
