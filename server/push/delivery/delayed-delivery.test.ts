import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountsService } from '../../accounts/accounts-service.ts';
import { notificationPreferences, pushNotifications, pushSubscriptions } from '../../database/schema.ts';
import {
  HOUR_MS,
  type PushStage,
  quietFor,
  type StageCustomer,
  startPushStage,
} from '../../testing/push-stage.ts';
import { publish } from '../../testing/test-app.ts';

let stage: PushStage;
beforeAll(async () => {
  stage = await startPushStage();
});
afterAll(() => stage.close());
beforeEach(() => stage.clear());
afterEach(() => {
  expect(stage.service.faults).toEqual([]);
  expect(stage.logged.filter(({ level }) => (level as number) >= 40)).toEqual([]);
});

const publishNow = (changes = {}) => publish(stage.test, stage.educator, changes);
const sentTo = ({ device }: StageCustomer) => stage.service.to(device).map(({ message }) => message);
/** Waits until so many devices of an idea were found to have quiet hours. */
const heldBack = (idea: { id: string }, devices: number) =>
  stage.service.until(async () => {
    const rows = await stage.rowsOf(idea);
    return rows.filter(({ delivery }) => delivery.reason === 'quiet').length === devices;
  });
/** Waits until a notification of an idea has been begun for everybody it is for. */
const spread = (idea: { id: string }, kind: 'idea' | 'status') =>
  stage.service.until(async () => {
    const rows = await stage.test.database.db
      .select()
      .from(pushNotifications)
      .where(eq(pushNotifications.ideaId, idea.id));
    return rows.some((row) => row.kind === kind && row.fannedOutAt !== null);
  });

describe('quiet hours', () => {
  it('hold a message back until they end, and no longer', async () => {
    const [ann, bob] = [await stage.customer(), await stage.customer()];
    await stage.choose(ann, { quietHours: quietFor(3) });
    const idea = await publishNow();
    expect(await stage.settled(idea, { accepted: 1, waiting: 1 })).toMatchObject({
      devices: 2,
      attempted: 1,
    });
    await heldBack(idea, 1);
    const waits = (await stage.rowsOf(idea)).filter(({ delivery }) => delivery.state === 'waiting');
    const wait = (waits[0]?.delivery.nextAt.getTime() ?? 0) - Date.now();
    expect(wait / HOUR_MS).toBeCloseTo(3, 1);
    expect([sentTo(ann).length, sentTo(bob).length]).toEqual([0, 1]);
    // Looked at once more in between, it is still quiet.
    await stage.passTime(idea);
    await stage.service.until(async () =>
      (await stage.rowsOf(idea)).every(
        ({ delivery }) => delivery.state === 'accepted' || delivery.nextAt.getTime() > Date.now() + HOUR_MS,
      ),
    );
    expect(sentTo(ann)).toEqual([]);
    await stage.test.database.pool.query(
      "update push_settings set quiet_from = '00:00', quiet_to = '00:01', time_zone = 'Etc/GMT+12' where user_id = $1 and to_char(now() at time zone 'Etc/GMT+12', 'HH24:MI') <> '00:00'",
      [ann.id],
    );
    await stage.passTime(idea);
    await stage.settled(idea, { accepted: 2, waiting: 0 });
    expect(sentTo(ann)).toHaveLength(1);
  });

  it('that are taken back let go at once of what waited', async () => {
    const ann = await stage.customer();
    await stage.choose(ann, { quietHours: quietFor(3) });
    const idea = await publishNow();
    await heldBack(idea, 1);
    await stage.choose(ann, {});
    await stage.settled(idea, { accepted: 1 });
    expect(sentTo(ann)).toHaveLength(1);
  });

  it('that last longer than an idea is of use drop it, and say so to its educator', async () => {
    const [ann, bob] = [await stage.customer(), await stage.customer()];
    await stage.choose(ann, { quietHours: quietFor(3) });
    await stage.choose(bob, { quietHours: { from: '08:00', to: '08:00', timeZone: 'Europe/Berlin' } });
    // A chart of five minutes: of use for twenty.
    const idea = await publishNow({ time_frame: '5m' });
    expect(await stage.settled(idea, { failed: 2 })).toMatchObject({ attempted: 0, waiting: 0 });
    expect((await stage.rowsOf(idea)).map(({ delivery }) => delivery.reason)).toEqual(['expired', 'expired']);
    expect(stage.service.received).toEqual([]);
  });
});

describe('what a customer wants, as of the moment of sending', () => {
  it('counts also when it changed while the message waited', async () => {
    const ann = await stage.customer();
    await stage.choose(ann, { quietHours: quietFor(3) });
    const idea = await publishNow();
    await heldBack(idea, 1);
    await stage.test.database.db
      .insert(notificationPreferences)
      .values({ userId: ann.id, forex: false, crypto: true, updatedAt: new Date() });
    await stage.choose(ann, {});
    await stage.settled(idea, { devices: 0 });
    expect(sentTo(ann)).toEqual([]);
  });

  it('is nothing at all from a device that was signed out, or of an account that was disabled, meanwhile', async () => {
    const [ann, bob, cat] = [await stage.customer(), await stage.customer(), await stage.customer()];
    for (const one of [ann, bob, cat]) await stage.choose(one, { quietHours: quietFor(3) });
    const idea = await publishNow();
    await heldBack(idea, 3);
    await stage.test.call('POST', '/api/auth/logout', { token: ann.token });
    await new AccountsService(stage.test.database.db, () => new Date()).disable(bob.email);
    // The browser said that this subscription ends.
    await stage.test.database.db
      .update(pushSubscriptions)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(pushSubscriptions.userId, cat.id));
    await stage.passTime(idea);
    await stage.settled(idea, { gone: 3 });
    expect(stage.service.received).toEqual([]);
  });
});

describe('an idea that moves on', () => {
  it('is told to those who asked for it, as the newest state of the same notice', async () => {
    const [ann, bob] = [await stage.customer(), await stage.customer()];
    await stage.choose(ann, { statusChanges: true });
    const idea = await publishNow();
    await stage.settled(idea, { accepted: 2 });
    await stage.setStatus(idea.id, { status: 'successful', result_level: 'exit_2' });
    await stage.service.until(() => sentTo(ann).length === 2);
    expect(sentTo(bob)).toHaveLength(1);
    expect(sentTo(ann)[1]).toMatchObject({
      kind: 'status',
      title: 'EUR/USD Bullish · Successful',
      tag: `idea-${idea.id}`,
    });
    expect(stage.service.shownOn(ann.device)).toHaveLength(1);
    const [first, second] = stage.service.to(ann.device).map(({ headers }) => headers.topic);
    expect(second).toBe(first);
    // The educator's count is that of the idea itself.
    expect(await stage.deliveries(idea)).toMatchObject({ devices: 2, accepted: 2 });
    await stage.setStatus(idea.id, { status: 'pending' });
    await stage.service.until(() => sentTo(ann).length === 3);
    expect(sentTo(ann)[2]?.title).toBe('EUR/USD Bullish · Open again');
  });

  it('is no news where only a level was moved, or pending became active', async () => {
    const ann = await stage.customer();
    await stage.choose(ann, { statusChanges: true });
    const idea = await publishNow();
    await stage.settled(idea, { accepted: 1 });
    await stage.setStatus(idea.id, { invalidation_level: '1.0700' });
    await stage.setStatus(idea.id, { status: 'pending' });
    const notifications = await stage.test.database.db.select().from(pushNotifications);
    expect(notifications.map(({ kind }) => kind)).toEqual(['idea']);
  });

  it('and was closed while its message waited is not announced as new any more', async () => {
    const [ann, bob] = [await stage.customer(), await stage.customer()];
    for (const one of [ann, bob]) await stage.choose(one, { quietHours: quietFor(3) });
    const idea = await publishNow();
    await heldBack(idea, 2);
    await stage.setStatus(idea.id, { status: 'invalid' });
    await spread(idea, 'status');
    await stage.choose(bob, { statusChanges: true });
    await stage.settled(idea, { failed: 2 });
    expect(stage.service.received).toEqual([]);
    expect((await stage.rowsOf(idea)).map(({ delivery }) => delivery.reason)).toEqual([
      'outdated',
      'outdated',
    ]);
    // Who asked for status changes before an idea was closed hears of that instead.
    await stage.choose(ann, {});
    const next = await publishNow();
    await stage.settled(next, { accepted: 2 });
    await stage.setStatus(next.id, { status: 'unsuccessful' });
    await stage.service.until(() => sentTo(bob).length === 2);
    expect(sentTo(ann)).toHaveLength(1);
  });

  it('through one status to another while the message waited tells the last one alone', async () => {
    const ann = await stage.customer();
    await stage.choose(ann, { statusChanges: true });
    const idea = await publishNow();
    await stage.settled(idea, { accepted: 1 });
    await stage.choose(ann, { statusChanges: true, quietHours: quietFor(3) });
    await stage.setStatus(idea.id, { status: 'successful' });
    await heldBack(idea, 1);
    await stage.setStatus(idea.id, { status: 'unsuccessful' });
    await heldBack(idea, 2);
    await stage.choose(ann, { statusChanges: true });
    await stage.service.until(() => sentTo(ann).length === 2);
    await stage.service.until(async () =>
      (await stage.rowsOf(idea)).every(({ delivery }) => delivery.state !== 'waiting'),
    );
    expect(sentTo(ann).map(({ title }) => title)).toEqual([
      'EUR/USD Bullish · Forex Leverage',
      'EUR/USD Bullish · Unsuccessful',
    ]);
  });

  it('in its levels while the message waited is told as it stands then', async () => {
    const ann = await stage.customer();
    await stage.choose(ann, { quietHours: quietFor(3) });
    const idea = await publishNow();
    await heldBack(idea, 1);
    await stage.setStatus(idea.id, { invalidation_level: '1.0700' });
    await stage.choose(ann, {});
    await stage.settled(idea, { accepted: 1 });
    expect(sentTo(ann)[0]?.body).toContain('Stop 1.0700');
  });

  it('out of the world takes its waiting messages along', async () => {
    const ann = await stage.customer();
    await stage.choose(ann, { quietHours: quietFor(3) });
    const idea = await publishNow();
    await heldBack(idea, 1);
    await stage.test.call('DELETE', `/api/trade-ideas/${idea.id}`, { token: stage.educator });
    await stage.choose(ann, {});
    const next = await publishNow();
    await stage.settled(next, { accepted: 1 });
    expect(sentTo(ann).map(({ ideaId }) => ideaId)).toEqual([next.id]);
  });
});
