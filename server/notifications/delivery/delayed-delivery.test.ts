import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { TradeIdea } from '../../../contract/ideas/ideas.ts';
import { UNDO_BUTTON_MS } from '../../../contract/publishing/idea-writing.ts';
import { AccountsService } from '../../account/accounts-service.ts';
import { notificationPreferences, pushNotifications, pushSubscriptions } from '../../database/schema.ts';
import {
  createQuietHours,
  HOUR_MS,
  type PushCustomer,
  setUpPushTestApp,
} from '../../testing/push-test-app.ts';
import { publish } from '../../testing/test-app.ts';

const pushApp = setUpPushTestApp();

const publishNow = (changes = {}) => publish(pushApp.test, pushApp.educatorToken, changes);
const getMessages = ({ device }: PushCustomer) =>
  pushApp.service.sentTo(device).map(({ message }) => message);
/** Waits until this many deliveries of an idea are held by quiet hours. */
const waitUntilHeld = (idea: { id: string }, devices: number) =>
  pushApp.service.waitUntil(async () => {
    const rows = await pushApp.findDeliveries(idea);
    return rows.filter(({ delivery }) => delivery.reason === 'quiet').length === devices;
  });
/** Waits until the notification has a delivery for each recipient. */
const waitUntilFannedOut = (idea: { id: string }, kind: 'idea' | 'status') =>
  pushApp.service.waitUntil(async () => {
    const rows = await pushApp.test.database.db
      .select()
      .from(pushNotifications)
      .where(eq(pushNotifications.ideaId, idea.id));
    return rows.some((row) => row.kind === kind && row.fannedOutAt !== null);
  });

describe('quiet hours', () => {
  it('holds a message until the quiet hours end', async () => {
    const [ann, bob] = [await pushApp.addCustomer(), await pushApp.addCustomer()];
    await pushApp.saveSettings(ann, { quietHours: createQuietHours(3) });
    const idea = await publishNow();
    expect(await pushApp.waitForDeliveries(idea, { accepted: 1, waiting: 1 })).toMatchObject({
      devices: 2,
      attempted: 1,
    });
    await waitUntilHeld(idea, 1);
    const waits = (await pushApp.findDeliveries(idea)).filter(({ delivery }) => delivery.state === 'waiting');
    const wait = (waits[0]?.delivery.nextAt.getTime() ?? 0) - Date.now();
    expect(wait / HOUR_MS).toBeCloseTo(3, 1);
    expect([getMessages(ann).length, getMessages(bob).length]).toEqual([0, 1]);
    // Checked again meanwhile: still quiet.
    await pushApp.makeDueNow(idea);
    await pushApp.service.waitUntil(async () =>
      (await pushApp.findDeliveries(idea)).every(
        ({ delivery }) => delivery.state === 'accepted' || delivery.nextAt.getTime() > Date.now() + HOUR_MS,
      ),
    );
    expect(getMessages(ann)).toEqual([]);
    // The quiet hours have ended: they begin again in two hours.
    const { from, to } = createQuietHours(3, -2);
    await pushApp.test.database.pool.query(
      'update push_settings set quiet_from = $2, quiet_to = $3 where user_id = $1',
      [ann.id, from, to],
    );
    await pushApp.makeDueNow(idea);
    await pushApp.waitForDeliveries(idea, { accepted: 2, waiting: 0 });
    expect(getMessages(ann)).toHaveLength(1);
  });

  it('releases held messages immediately when quiet hours are removed', async () => {
    const ann = await pushApp.addCustomer();
    await pushApp.saveSettings(ann, { quietHours: createQuietHours(3) });
    const idea = await publishNow();
    await waitUntilHeld(idea, 1);
    await pushApp.saveSettings(ann, {});
    await pushApp.waitForDeliveries(idea, { accepted: 1 });
    expect(getMessages(ann)).toHaveLength(1);
  });

  it('keeps one job for a held message, however often the settings are saved', async () => {
    const ann = await pushApp.addCustomer();
    await pushApp.saveSettings(ann, { quietHours: createQuietHours(3) });
    const idea = await publishNow();
    await waitUntilHeld(idea, 1);
    const { notification } = (await pushApp.findDeliveries(idea))[0]!;
    const findJobs = async () => {
      const { rows } = await pushApp.test.database.pool.query<{ is_later: boolean }>(
        `select run_at > now() + interval '1 hour' as is_later from chartlark_jobs._private_jobs
         where payload->>'notification' = $1`,
        [notification.id],
      );
      return rows.map(({ is_later }) => is_later);
    };
    for (let count = 0; count < 5; count++) {
      await pushApp.saveSettings(ann, { quietHours: createQuietHours(3) });
      // The job that looks again has run.
      await expect.poll(findJobs).toEqual([true]);
    }
    expect(getMessages(ann)).toEqual([]);
  });

  it('drops a message that would expire in quiet hours, and reports it to the educator', async () => {
    const [ann, bob] = [await pushApp.addCustomer(), await pushApp.addCustomer()];
    await pushApp.saveSettings(ann, { quietHours: createQuietHours(3) });
    await pushApp.saveSettings(bob, {
      quietHours: { from: '08:00', to: '08:00', timeZone: 'Europe/Berlin' },
    });
    // A five-minute chart: the TTL is twenty minutes.
    const idea = await publishNow({ time_frame: '5m' });
    expect(await pushApp.waitForDeliveries(idea, { failed: 2 })).toMatchObject({ attempted: 0, waiting: 0 });
    expect((await pushApp.findDeliveries(idea)).map(({ delivery }) => delivery.reason)).toEqual([
      'expired',
      'expired',
    ]);
    expect(pushApp.service.received).toEqual([]);
  });
});

describe('preferences at the time of delivery', () => {
  it('applies preferences that change while the message waits', async () => {
    const ann = await pushApp.addCustomer();
    await pushApp.saveSettings(ann, { quietHours: createQuietHours(3) });
    const idea = await publishNow();
    await waitUntilHeld(idea, 1);
    await pushApp.test.database.db
      .insert(notificationPreferences)
      .values({ userId: ann.id, forex: false, crypto: true, updatedAt: new Date() });
    await pushApp.saveSettings(ann, {});
    await pushApp.waitForDeliveries(idea, { devices: 0 });
    expect(getMessages(ann)).toEqual([]);
  });

  it('suppresses messages to signed-out devices, disabled accounts and expired subscriptions', async () => {
    const [ann, bob, cat] = [
      await pushApp.addCustomer(),
      await pushApp.addCustomer(),
      await pushApp.addCustomer(),
    ];
    for (const one of [ann, bob, cat]) await pushApp.saveSettings(one, { quietHours: createQuietHours(3) });
    const idea = await publishNow();
    await waitUntilHeld(idea, 3);
    await pushApp.test.call('POST', '/api/auth/logout', { token: ann.token });
    await new AccountsService(
      pushApp.test.database.db,
      () => new Date(),
      async () => undefined,
    ).disable(bob.email);
    // The browser's stated expiry is in the past.
    await pushApp.test.database.db
      .update(pushSubscriptions)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(pushSubscriptions.userId, cat.id));
    await pushApp.makeDueNow(idea);
    await pushApp.waitForDeliveries(idea, { gone: 3 });
    expect(pushApp.service.received).toEqual([]);
  });
});

describe('a changed idea', () => {
  it('sends status changes to those who want them, replacing the previous notification', async () => {
    const [ann, bob] = [await pushApp.addCustomer(), await pushApp.addCustomer()];
    await pushApp.saveSettings(ann, { statusChanges: true });
    const idea = await publishNow();
    await pushApp.waitForDeliveries(idea, { accepted: 2 });
    await pushApp.setStatus(idea.id, { status: 'successful', result_level: 'exit_2' });
    await pushApp.service.waitUntil(() => getMessages(ann).length === 2);
    expect(getMessages(bob)).toHaveLength(1);
    expect(getMessages(ann)[1]).toMatchObject({
      kind: 'status',
      title: 'EUR/USD Bullish · Successful',
      tag: `idea-${idea.id}`,
    });
    expect(pushApp.service.shownOn(ann.device)).toHaveLength(1);
    const [first, second] = pushApp.service.sentTo(ann.device).map(({ headers }) => headers.topic);
    expect(second).toBe(first);
    // The educator's counts cover the publication only.
    expect(await pushApp.deliveries(idea)).toMatchObject({ devices: 2, accepted: 2 });
    await pushApp.setStatus(idea.id, { status: 'pending' });
    await pushApp.service.waitUntil(() => getMessages(ann).length === 3);
    expect(getMessages(ann)[2]?.title).toBe('EUR/USD Bullish · Reopened');
  });

  it('sends a status change only when it cannot be undone any more, and nothing if it was undone', async () => {
    const ann = await pushApp.addCustomer();
    await pushApp.saveSettings(ann, { statusChanges: true });
    const [slip, meant] = [await publishNow(), await publishNow({ pair: 'GBP/USD' })];
    for (const idea of [slip, meant]) await pushApp.waitForDeliveries(idea, { accepted: 1 });
    const close = (idea: TradeIdea) =>
      pushApp.test.call<TradeIdea>('PUT', `/api/trade-ideas/${idea.id}`, {
        token: pushApp.educatorToken,
        body: { status: 'successful' },
      });
    const findFanOuts = async () => {
      const { rows } = await pushApp.test.database.pool.query<{ run_at: Date }>(
        "select run_at from chartlark_jobs.jobs where task_identifier = 'push_fan_out'",
      );
      return rows;
    };
    // Those of the publications are done.
    await pushApp.service.waitUntil(async () => (await findFanOuts()).length === 0);
    const before = Date.now();
    const closed = (await close(slip)).body;
    await close(meant);
    const waiting = await findFanOuts();
    expect(waiting).toHaveLength(2);
    for (const { run_at } of waiting) expect(run_at.getTime() - before).toBeGreaterThan(UNDO_BUTTON_MS);
    const undone = await pushApp.test.call('POST', `/api/trade-ideas/${slip.id}/undo`, {
      token: pushApp.educatorToken,
      headers: { 'if-match': `"${closed.version}"` },
    });
    expect(undone.status).toBe(200);
    await pushApp.endUndoTime();
    await pushApp.service.waitUntil(() => getMessages(ann).length === 3);
    expect(getMessages(ann)[2]).toMatchObject({ kind: 'status', ideaId: meant.id });
    await pushApp.service.waitUntil(async () => (await findFanOuts()).length === 0);
    expect(getMessages(ann)).toHaveLength(3);
  });

  it('sends nothing when a level moves or pending becomes active', async () => {
    const ann = await pushApp.addCustomer();
    await pushApp.saveSettings(ann, { statusChanges: true });
    const idea = await publishNow();
    await pushApp.waitForDeliveries(idea, { accepted: 1 });
    await pushApp.setStatus(idea.id, { invalidation_level: '1.0700' });
    await pushApp.setStatus(idea.id, { status: 'pending' });
    const notifications = await pushApp.test.database.db.select().from(pushNotifications);
    expect(notifications.map(({ kind }) => kind)).toEqual(['idea']);
  });

  it('does not announce an idea as new if it was closed while the message waited', async () => {
    const [ann, bob] = [await pushApp.addCustomer(), await pushApp.addCustomer()];
    for (const one of [ann, bob]) await pushApp.saveSettings(one, { quietHours: createQuietHours(3) });
    const idea = await publishNow();
    await waitUntilHeld(idea, 2);
    await pushApp.setStatus(idea.id, { status: 'invalid' });
    await waitUntilFannedOut(idea, 'status');
    await pushApp.saveSettings(bob, { statusChanges: true });
    await pushApp.waitForDeliveries(idea, { failed: 2 });
    expect(pushApp.service.received).toEqual([]);
    expect((await pushApp.findDeliveries(idea)).map(({ delivery }) => delivery.reason)).toEqual([
      'outdated',
      'outdated',
    ]);
    // Those who chose status changes before the close get that message instead.
    await pushApp.saveSettings(ann, {});
    const next = await publishNow();
    await pushApp.waitForDeliveries(next, { accepted: 2 });
    await pushApp.setStatus(next.id, { status: 'unsuccessful' });
    await pushApp.service.waitUntil(() => getMessages(bob).length === 2);
    expect(getMessages(ann)).toHaveLength(1);
  });

  it('sends only the last of several status changes while messages wait', async () => {
    const ann = await pushApp.addCustomer();
    await pushApp.saveSettings(ann, { statusChanges: true });
    const idea = await publishNow();
    await pushApp.waitForDeliveries(idea, { accepted: 1 });
    await pushApp.saveSettings(ann, { statusChanges: true, quietHours: createQuietHours(3) });
    await pushApp.setStatus(idea.id, { status: 'successful' });
    await waitUntilHeld(idea, 1);
    await pushApp.setStatus(idea.id, { status: 'unsuccessful' });
    await waitUntilHeld(idea, 2);
    await pushApp.saveSettings(ann, { statusChanges: true });
    await pushApp.service.waitUntil(() => getMessages(ann).length === 2);
    await pushApp.service.waitUntil(async () =>
      (await pushApp.findDeliveries(idea)).every(({ delivery }) => delivery.state !== 'waiting'),
    );
    expect(getMessages(ann).map(({ title }) => title)).toEqual([
      'EUR/USD Bullish · Forex Leverage',
      'EUR/USD Bullish · Unsuccessful',
    ]);
  });

  it('sends current levels if they changed while the message waited', async () => {
    const ann = await pushApp.addCustomer();
    await pushApp.saveSettings(ann, { quietHours: createQuietHours(3) });
    const idea = await publishNow();
    await waitUntilHeld(idea, 1);
    await pushApp.setStatus(idea.id, { invalidation_level: '1.0700' });
    await pushApp.saveSettings(ann, {});
    await pushApp.waitForDeliveries(idea, { accepted: 1 });
    expect(getMessages(ann)[0]?.body).toContain('Invalidation 1.0700');
  });

  it('drops waiting messages when the idea is deleted', async () => {
    const ann = await pushApp.addCustomer();
    await pushApp.saveSettings(ann, { quietHours: createQuietHours(3) });
    const idea = await publishNow();
    await waitUntilHeld(idea, 1);
    await pushApp.test.call('DELETE', `/api/trade-ideas/${idea.id}`, { token: pushApp.educatorToken });
    await pushApp.saveSettings(ann, {});
    const next = await publishNow();
    await pushApp.waitForDeliveries(next, { accepted: 1 });
    expect(getMessages(ann).map(({ ideaId }) => ideaId)).toEqual([next.id]);
  });
});
