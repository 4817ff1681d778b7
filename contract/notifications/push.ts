import * as z from 'zod/mini';
import { market, marketSwitches } from '../ideas/markets.ts';
import { defineRoute } from '../shared/route.ts';

/**
 * Web Push (DESIGN §9): what server, page and service worker share. Standards: RFC 8030 (delivery), RFC 8291
 * (encryption), RFC 8292 (VAPID).
 */

const base64url = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3);
  return z
    .string({ error: "The subscription's keys are missing" })
    .check(
      z.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}=*$`), { error: "This isn't a valid subscription key" }),
    );
};

/** The push service's URL for one subscription. The server decides which hosts are allowed. */
const endpoint = z
  .string({ error: "The subscription's endpoint is missing" })
  .check(
    z.maxLength(2_000, { error: 'The endpoint is too long' }),
    z.regex(/^https?:\/\/[\x21-\x7e]+$/, { error: "This isn't a valid push endpoint" }),
  );

/** `PushSubscription.toJSON()` as browsers give it, with fields of their own. `expirationTime` is in milliseconds since 1970. */
const pushSubscription = z.looseObject({
  endpoint,
  expirationTime: z.nullish(z.number()),
  keys: z.looseObject({
    /** The browser's public key: an uncompressed P-256 point. */
    p256dh: base64url(65),
    /** The secret shared by browser and sender. */
    auth: base64url(16),
  }),
});
export type PushSubscriptionInput = z.infer<typeof pushSubscription>;

/** Result of the last message to a device; `at` is the push service's last response, or the last attempt. */
const lastPush = z.object({
  at: z.string(),
  outcome: z.enum(['accepted', 'waiting', 'failed']),
  title: z.string(),
});

/** A push subscription as its owner sees it. */
const pushDevice = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastPush: z.nullable(lastPush),
});
export type PushDevice = z.infer<typeof pushDevice>;

/** Registers this browser for the signed-in user; repeating it with the same endpoint returns its state. */
export const subscribePush = defineRoute({
  method: 'POST',
  path: '/api/push/subscriptions',
  access: 'signedIn',
  summary: 'Subscribe this browser to push notifications until its session ends',
  failure: 'Failed to turn on notifications',
  body: pushSubscription,
  response: pushDevice,
  errors: ['PUSH_ENDPOINT_REFUSED'],
});

export const unsubscribePush = defineRoute({
  method: 'DELETE',
  path: '/api/push/subscriptions',
  access: 'signedIn',
  summary: 'Unsubscribe this browser from push notifications',
  failure: 'Failed to turn off notifications',
  body: z.object({ endpoint }),
  response: z.object({ success: z.literal(true) }),
});

/**
 * For a service worker whose subscription the browser replaced (`pushsubscriptionchange`). It has no session, so it
 * authenticates with the previous subscription's endpoint and shared secret.
 */
export const renewPush = defineRoute({
  method: 'POST',
  path: '/api/push/renewals',
  access: 'public',
  summary: 'Replace a subscription with the one the browser created instead',
  failure: 'Failed to renew the subscription',
  limit: 'renewal',
  body: z.object({
    previous: z.object({ endpoint, auth: base64url(16) }),
    subscription: pushSubscription,
  }),
  response: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND', 'PUSH_ENDPOINT_REFUSED'],
});

const clockTime = z
  .string({ error: 'Quiet hours need a start and an end' })
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time, e.g. 22:00' }));

/** Whether this runtime knows the time zone, so that both ends can compute with it. */
const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
};

/** When notifications are held back. Spans midnight if `from` is later than `to`; equal times mean all day. */
export const quietHours = z.object({
  from: clockTime,
  to: clockTime,
  /** IANA name such as Europe/Berlin; the hours follow this zone, including daylight saving time. */
  timeZone: z
    .string({ error: 'Quiet hours need a time zone' })
    .check(z.maxLength(64), z.refine(isTimeZone, { error: 'Unknown time zone' })),
});
export type QuietHours = z.infer<typeof quietHours>;

/** Push settings beyond the markets (contract/notifications/preferences.ts). */
export const pushSettings = z.object({
  /** Also notify when an idea is closed or becomes invalid. */
  statusChanges: z.boolean({ error: 'Status changes must be on or off' }),
  /** Per market: notify about educators the person follows only. */
  followedOnly: marketSwitches,
  /** Tell about touched levels of every bookmarked idea; null where the operator has no source of prices. */
  bookmarkAlerts: z.nullable(z.boolean()),
  /** Null means any time. Messages held back are delivered when quiet hours end, unless they have expired by then. */
  quietHours: z.nullable(quietHours),
});
export type PushSettings = z.infer<typeof pushSettings>;
export const defaultPushSettings = {
  statusChanges: false,
  followedOnly: { Forex: false, Crypto: false },
  bookmarkAlerts: null,
  quietHours: null,
} as const satisfies PushSettings;

export const getPushSettings = defineRoute({
  method: 'GET',
  path: '/api/push/settings',
  access: 'signedIn',
  summary: 'Your push settings: status changes, touched levels and quiet hours',
  failure: 'Failed to get notification settings',
  response: pushSettings,
});

/** Changes what is given: the rest may have been changed on another device. */
export const putPushSettings = defineRoute({
  method: 'PUT',
  path: '/api/push/settings',
  access: 'signedIn',
  summary: 'Change your push settings',
  failure: 'Failed to save notification settings',
  body: z
    .partial(z.extend(pushSettings, { followedOnly: z.partial(marketSwitches), bookmarkAlerts: z.boolean() }))
    .check(z.refine((changes) => Object.keys(changes).length > 0, { error: 'Nothing to change' })),
  response: pushSettings,
});
export type PushSettingsChanges = z.output<NonNullable<typeof putPushSettings.body>>;

/**
 * Number of subscriptions by delivery state; `attempted` counts those tried at all. `accepted`: the push service took
 * the message. `gone`: the subscription no longer exists and was removed, or its session ended. `waiting`: to be
 * tried (again), also after quiet hours. `failed`: given up, or expired. For an idea, these are the deliveries of its
 * publication, kept for 30 days.
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
  summary: "Delivery counts of your own idea's push notification",
  failure: 'Failed to get deliveries',
  params: z.object({ id: z.guid({ error: 'Not an id' }) }),
  response: pushDeliveries,
  errors: ['NOT_FOUND', 'FORBIDDEN'],
});

/** The counts of one idea, in a list of several. */
const ideaDeliveries = z.object({ idea_id: z.string(), ...pushDeliveries.shape });
export type IdeaDeliveries = z.infer<typeof ideaDeliveries>;

/** Without ideas whose notification is no longer kept. */
export const listIdeaDeliveries = defineRoute({
  method: 'GET',
  path: '/api/trade-idea-deliveries',
  access: 'educator',
  summary: "Delivery counts of all your ideas' push notifications, newest first",
  failure: 'Failed to get deliveries',
  // It counts the devices of every idea: a second of SQL at 1,000 ideas.
  limit: 'write',
  response: z.array(ideaDeliveries),
});

/** SPEC §8: texts of the push test page. */
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

/** `everyone` (all subscriptions) is for educators only; customers get FORBIDDEN. */
const audience = z._default(z.enum(['own', 'everyone']), 'own');

/**
 * Result of a test within a few seconds. Successful if at least one push service accepted it; for `everyone`, also if
 * some are still queued.
 */
const testResult = z.object({
  success: z.boolean(),
  /** One of PUSH_TEST_TEXTS. */
  message: z.string(),
  /** A sentence: what went wrong, or how many devices it went to. */
  details: z.string(),
  deliveries: pushDeliveries,
});
export type PushTestResult = z.infer<typeof testResult>;

export const sendTestPush = defineRoute({
  method: 'POST',
  path: '/api/push/test',
  access: 'signedIn',
  summary: 'Send a test notification to your own devices (educators also: to everyone)',
  failure: PUSH_TEST_TEXTS.test.error,
  body: z.object({ audience }),
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
  response: testResult,
  errors: ['FORBIDDEN', 'TOO_MANY_ATTEMPTS'],
});

/**
 * Payload of a push message, encrypted to the browser; JSON under 3 kB. The service worker shows `title` and `body`,
 * then the time of `at` in the device's own zone. It also shows a generic text for unknown or unreadable messages.
 */
export const pushMessage = z.object({
  kind: z.enum(['idea', 'status', 'step', 'touch', 'test']),
  title: z.string(),
  body: z.string(),
  /**
   * Messages with the same tag replace each other, so an idea is shown once however often it arrives. A status change
   * keeps the idea's tag but has its own `kind` and `at`, and may alert again. The same `kind` and `at` is a
   * duplicate and must not alert.
   */
  tag: z.string(),
  /** Path that a click opens: `/ideas/{id}` for an idea. */
  path: z.string().check(z.regex(/^\/(?!\/)/)),
  /** Cover photo of the idea, if any. */
  image: z.nullable(z.string()),
  /** ISO 8601: when the idea was published or changed. */
  at: z.string(),
  ideaId: z.nullable(z.string()),
  market: z.nullable(market),
});
export type PushMessage = z.infer<typeof pushMessage>;
