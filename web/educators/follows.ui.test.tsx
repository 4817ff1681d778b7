import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { followEducator } from '../../contract/educators/follows.ts';
import { putPushSettings } from '../../contract/notifications/push.ts';
import { listTrackRecords } from '../../contract/record/track-record.ts';
import { findViolationsInBothThemes } from '../testing/axe.ts';
import { NetworkFailure } from '../testing/fake-api.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { FakePreferences } from '../testing/fake-preferences.ts';
import { FakeReader } from '../testing/fake-reader.ts';
import { openApp, server } from '../testing/open-app.tsx';
import { expectShown, lookAgain } from '../testing/page.ts';

/** The educators a reader follows. */
let reader: FakeReader;
beforeEach(async () => {
  reader = new FakeReader(server(), new FakeIdeas(server()));
  await openApp('/customer/educators');
});

const follow = (name: string) => page.getByRole('button', { name: `Follow ${name}`, exact: true });
const following = (name: string) => page.getByRole('button', { name: `Following ${name}` });

it('follows an educator in the directory, which the page of the educator shows too (§2.92)', async () => {
  await follow('Amara Osei').click();
  await expectShown(following('Amara Osei'));
  await expect.poll(() => [...reader.follows]).toEqual(['1']);
  expect(await findViolationsInBothThemes()).toEqual([]);
  // The record is not what this is about.
  server().hold(listTrackRecords);
  await page.getByRole('link', { name: 'Amara Osei' }).click();
  await expectShown(page.getByRole('heading', { level: 1, name: 'Amara Osei' }));
  await expectShown(following('Amara Osei'));
});

it('limits notifications of a market to followed educators (§2.92)', async () => {
  const preferences = new FakePreferences(server());
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  await dialog.getByRole('tab', { name: 'Settings' }).click();
  await dialog.getByRole('switch', { name: 'Forex: only educators I follow' }).click();
  await expect
    .poll(() =>
      server()
        .callsOf(putPushSettings)
        .map(({ body }) => body.followedOnly),
    )
    .toEqual([{ Forex: true }]);
  expect(preferences.push.followedOnly).toEqual({ Forex: true, Crypto: false });
});

it('shows what was followed on another device when the page is looked at again', async () => {
  await expect.element(follow('Amara Osei')).toBeEnabled();
  reader.follows.add('1');
  lookAgain();
  await expectShown(following('Amara Osei'));
});

it('takes back only the follow that failed, while another one is being sent', async () => {
  const [fails, isSent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  server().on(followEducator, async ({ params }) => {
    if (params.educatorId === '2') isSent.resolve();
    await (params.educatorId === '1' ? fails.promise : new Promise(() => undefined));
    throw new NetworkFailure();
  });
  for (const name of ['Amara Osei', 'Daniel Brandt']) {
    await follow(name).click();
    await expectShown(following(name));
  }
  fails.resolve();
  await isSent.promise;
  await expectShown(follow('Amara Osei'));
  await expectShown(following('Daniel Brandt'));
});
