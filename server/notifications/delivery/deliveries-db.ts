import { and, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { IdeaDeliveries, PushDeliveries } from '../../../contract/notifications/push.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { countWritten, first } from '../../database/rows.ts';
import { pushDeliveries, pushNotifications, pushSubscriptions } from '../../database/schema.ts';

export type NotificationRow = typeof pushNotifications.$inferSelect;
/** Nothing is delivered yet. */
export type NewNotification = Omit<NotificationRow, 'fannedOutAt'>;
type DeliveryState = (typeof pushDeliveries.$inferSelect)['state'];
type DeliveryReason = (typeof pushDeliveries.$inferSelect)['reason'];

type Subscription = { endpoint: string; p256dh: string; auth: string; userId: string };

/** A delivery that is due, with the current state of its subscription. */
export type DueDelivery = {
  id: string;
  /** Number of earlier attempts. */
  attempts: number;
  /** Null if it was unsubscribed or its session ended. */
  subscription: Subscription | null;
  /** Whether its owner currently wants this message. */
  isWanted: boolean;
  quietFrom: string | null;
  quietTo: string | null;
  timeZone: string | null;
};

export type DeliveryResult = {
  id: string;
  state: DeliveryState;
  /** Whether a request was sent. */
  wasAttempted: boolean;
  /** Next attempt, if waiting. */
  nextAt: Date;
  answered: number | null;
  reason: DeliveryReason;
};

const toTimestamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** Whether a user (u, with preferences p and settings q) is a recipient. */
const isRecipient = ({ audience, kind, market, authorId, ideaId, alert }: NewNotification): SQL => {
  if (audience === 'own') return sql`u.id = ${authorId}`;
  if (audience === 'everyone') return sql`u.disabled_at is null`;
  if (kind === 'touch')
    return sql`(u.role = 'customer' and u.disabled_at is null and exists (
      select from bookmarks b where b.user_id = u.id and b.idea_id = ${ideaId}
        and (${alert} = any(b.alerts) or b.is_bookmarked and coalesce(q.bookmark_alerts, false))))`;
  const wantsMarket = market === 'Forex' ? sql`coalesce(p.forex, true)` : sql`coalesce(p.crypto, true)`;
  const followedOnly = market === 'Forex' ? sql`q.forex_followed_only` : sql`q.crypto_followed_only`;
  const wantsEducator = sql`(not coalesce(${followedOnly}, false) or exists (
    select from follows f join users a on a.educator_id = f.educator_id where f.user_id = u.id and a.id = ${authorId}))`;
  const wantsKind = kind === 'status' || kind === 'step' ? sql`coalesce(q.status_changes, false)` : sql`true`;
  return sql`(u.role = 'customer' and u.disabled_at is null and ${wantsMarket} and ${wantsKind} and ${wantsEducator})`;
};

const people = sql`
  join users u on u.id = s.user_id
  left join notification_preferences p on p.user_id = u.id
  left join push_settings q on q.user_id = u.id`;

export const selectNotification = (db: Connection, id: string): Promise<NotificationRow | undefined> =>
  first(db.select().from(pushNotifications).where(eq(pushNotifications.id, id)));

/**
 * Creates the deliveries of a notification, unless that was done or it was deleted. Returns the ids of the subscriptions.
 */
export const insertDeliveries = async (tx: Transaction, id: string, now: Date): Promise<string[]> => {
  const notification = await first(
    tx
      .update(pushNotifications)
      .set({ fannedOutAt: now })
      .where(and(eq(pushNotifications.id, id), isNull(pushNotifications.fannedOutAt)))
      .returning(),
  );
  if (!notification) return [];
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into push_deliveries (notification_id, subscription_id, state, next_at, updated_at)
    select ${id}::uuid, s.id, 'waiting', ${toTimestamp(now)}, ${toTimestamp(now)} from push_subscriptions s ${people}
    where ${isRecipient(notification)}
    returning subscription_id as id`);
  return rows.map(({ id: subscription }) => subscription);
};

/** What is due of the deliveries to these subscriptions. */
export const selectDueDeliveries = async (
  db: Connection,
  notification: NotificationRow,
  subscriptions: readonly string[],
  now: Date,
): Promise<DueDelivery[]> => {
  type Row = Omit<DueDelivery, 'subscription'> & Omit<Subscription, 'endpoint'> & { endpoint: string | null };
  const { rows } = await db.execute<Row>(sql`
    select d.subscription_id as id, d.attempts, s.endpoint, s.p256dh, s.auth, s.user_id as "userId",
      ${isRecipient(notification)} as "isWanted", q.quiet_from as "quietFrom", q.quiet_to as "quietTo", q.time_zone as "timeZone"
    from push_deliveries d left join (
      push_subscriptions s join sessions o on o.id = s.session_id and o.ended_at is null and o.expires_at > ${toTimestamp(now)}
        and (s.expires_at is null or s.expires_at > ${toTimestamp(now)}) ${people}
    ) on s.id = d.subscription_id
    where d.notification_id = ${notification.id} and d.subscription_id = any(${sql.param(subscriptions)}::uuid[])
      and d.state = 'waiting' and d.next_at <= ${toTimestamp(now)}`);
  return rows.map(({ endpoint, p256dh, auth, userId, ...due }) => ({
    ...due,
    subscription: endpoint === null ? null : { endpoint, p256dh, auth, userId },
  }));
};

/** Stores delivery results. Locks the notification first, like the deletion of its idea, so each waits for the other. */
export const updateDeliveries = async (
  db: Connection,
  notificationId: string,
  outcomes: readonly DeliveryResult[],
  now: Date,
): Promise<void> => {
  const column = <K extends keyof DeliveryResult>(name: K) =>
    sql.param(outcomes.map((outcome) => outcome[name]));
  const nextAt = sql.param(outcomes.map((outcome) => outcome.nextAt.toISOString()));
  await db.execute(sql`
    with held as materialized (select id from push_notifications where id = ${notificationId} for key share)
    update push_deliveries d set state = o.state, attempts = d.attempts + o.tried::int, next_at = o.next_at,
      answered = coalesce(o.answered, d.answered), reason = o.reason, updated_at = ${toTimestamp(now)}
    from held, unnest(${column('id')}::uuid[], ${column('state')}::text[], ${column('wasAttempted')}::bool[],
      ${nextAt}::timestamptz[], ${column('answered')}::smallint[], ${column('reason')}::text[])
      as o(id, state, tried, next_at, answered, reason)
    where d.notification_id = held.id and d.subscription_id = o.id and d.state = 'waiting'`);
};

/** Unwanted deliveries are not counted. */
export const deleteDeliveries = async (db: Connection, notificationId: string, ids: string[]) => {
  await db.execute(sql`
    with held as materialized (select id from push_notifications where id = ${notificationId} for key share)
    delete from push_deliveries d using held
    where d.notification_id = held.id and d.subscription_id = any(${sql.param(ids)}::uuid[])`);
};

/** Marks all waiting deliveries as failed. Returns their number. */
export const updateWaitingFailed = (
  db: Connection,
  notificationId: string,
  reason: DeliveryReason,
  now: Date,
): Promise<number> =>
  countWritten(
    db.execute(sql`
    with held as materialized (select id from push_notifications where id = ${notificationId} for key share)
    update push_deliveries d set state = 'failed', reason = ${reason}, updated_at = ${toTimestamp(now)} from held
    where d.notification_id = held.id and d.state = 'waiting'`),
  );

/** When the next delivery to one of these subscriptions is due; null if none waits. */
export const selectNextDue = async (
  db: Connection,
  notificationId: string,
  subscriptions: readonly string[],
): Promise<Date | null> => {
  const [row] = await db
    .select({ next: sql<string | null>`min(${pushDeliveries.nextAt})` })
    .from(pushDeliveries)
    .where(
      and(
        eq(pushDeliveries.notificationId, notificationId),
        eq(pushDeliveries.state, 'waiting'),
        inArray(pushDeliveries.subscriptionId, [...subscriptions]),
      ),
    );
  return row?.next ? new Date(row.next) : null;
};

/** Removes subscriptions unknown to their push service, but not those that were renewed meanwhile. */
export const deleteGoneSubscriptions = async (
  db: Connection,
  gone: readonly { id: string; endpoint: string }[],
): Promise<void> => {
  await db.execute(sql`
    delete from push_subscriptions where id in (
      select s.id from push_subscriptions s
      join unnest(${sql.param(gone.map(({ id }) => id))}::uuid[], ${sql.param(gone.map(({ endpoint }) => endpoint))}::text[])
        as g(id, endpoint) using (id, endpoint)
      for update of s skip locked
    )`);
};

/** Records which customers were notified about an idea; the first time counts. Leaves out users deleted meanwhile. */
export const insertCustomerNotifications = async (
  db: Connection,
  ideaId: string,
  userIds: readonly string[],
  at: Date,
): Promise<void> => {
  await db.execute(sql`
    insert into customer_notifications (trade_idea_id, user_id, notified_at)
    select i.id, u.id, ${toTimestamp(at)} from trade_ideas i, users u
    where i.id = ${ideaId} and u.id = any(${sql.param([...new Set(userIds)])}::uuid[]) and u.role = 'customer'
    on conflict do nothing`);
};

const countsByState = sql`
  count(*)::int as devices,
  count(*) filter (where d.attempts > 0)::int as attempted,
  count(*) filter (where d.state = 'accepted')::int as accepted,
  count(*) filter (where d.state = 'gone')::int as gone,
  count(*) filter (where d.state = 'waiting')::int as waiting,
  count(*) filter (where d.state = 'failed')::int as failed`;

/** Delivery counts by state. */
export const countDeliveries = async (
  db: Connection,
  of: { notificationId: string } | { newIdeaId: string },
): Promise<PushDeliveries> => {
  const wanted =
    'notificationId' in of
      ? sql`d.notification_id = ${of.notificationId}`
      : sql`n.idea_id = ${of.newIdeaId} and n.kind = 'idea'`;
  const { rows } = await db.execute<PushDeliveries>(sql`
    select ${countsByState} from push_deliveries d join push_notifications n on n.id = d.notification_id where ${wanted}`);
  // A count without groups always has a row.
  return rows[0]!;
};

/**
 * Delivery counts of an educator's ideas, newest first. Counts each notification on its own, because its deliveries are one
 * range of the primary key; without deliveries it has zeros.
 */
export const countOwnDeliveries = async (db: Connection, educatorId: string | null) => {
  const { rows } = await db.execute<IdeaDeliveries>(sql`
    select n.idea_id, counts.* from push_notifications n join trade_ideas i on i.id = n.idea_id
    cross join lateral (
      select ${countsByState} from push_deliveries d where d.notification_id = n.id
    ) counts
    where n.kind = 'idea' and i.educator_id = ${educatorId}
    order by i.created_at desc, i.id desc`);
  return rows;
};

export const countWaitingDeliveries = async (db: Connection): Promise<number> =>
  db.$count(pushDeliveries, eq(pushDeliveries.state, 'waiting'));

/** Makes deliveries held by quiet hours due now. Returns the subscriptions by notification. */
export const releaseQuietDeliveries = async (tx: Transaction, userId: string, now: Date) => {
  const { rows } = await tx.execute<{ notification: string; devices: string[] }>(sql`
    with due as (
      update push_deliveries d set next_at = ${toTimestamp(now)} from push_subscriptions s
      where s.id = d.subscription_id and s.user_id = ${userId} and d.state = 'waiting' and d.reason = 'quiet'
      returning d.notification_id, d.subscription_id
    ) select notification_id as notification, array_agg(subscription_id order by subscription_id) as devices from due group by notification_id`);
  return rows;
};

/** Each may have 100,000 deliveries, and a statement has 4 s. */
const OLD_AT_ONCE = 5;

/** Removes old notifications and expired subscriptions. */
export const deleteOldPushes = async (db: Connection, before: Date, now: Date): Promise<void> => {
  const old = sql`select id from push_notifications where created_at < ${toTimestamp(before)} limit ${OLD_AT_ONCE}`;
  for (;;) {
    const { rowCount } = await db.execute(sql`delete from push_notifications where id in (${old})`);
    if ((rowCount ?? 0) < OLD_AT_ONCE) break;
  }
  await db.delete(pushSubscriptions).where(lt(pushSubscriptions.expiresAt, now));
  await db.execute(sql`
    delete from push_subscriptions s using sessions o where o.id = s.session_id and o.expires_at < ${toTimestamp(now)}`);
};
