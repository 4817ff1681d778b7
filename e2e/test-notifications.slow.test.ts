import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPushService, type TestPushService } from '../server/testing/push-service.ts';
import { startApp, type TestApp } from './app.ts';
import { BLANK_PATH, signInCustomer, withoutDelays } from './people.ts';
import { deliverPush, shownNotices, turnOnNotifications } from './push-device.ts';

/** SPEC §2's push test page, against a push service that decrypts what it receives. */
let app: TestApp;
let service: TestPushService;

beforeAll(async () => {
  service = await startPushService();
  app = await startApp({ pushEndpoints: service.endpoints });
});
afterAll(async () => {
  await app.close();
  await service.close();
});

const check = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const send = (page: Page) => page.getByRole('button', { name: 'Send test notification' });

it('turns this device on, sends a test and a sample trade, and both arrive', async () => {
  const person = await signInCustomer(app.url, { ...withoutDelays, path: BLANK_PATH });
  const { page, errors, close } = person;
  await page.context().grantPermissions(['notifications']);
  await page.goto('/test-notifications');
  await page.getByText('Not yet: 1 step left').waitFor();
  const device = await turnOnNotifications(service, person);
  await page.getByText("Yes, you'll get new ideas on this device.").waitFor();
  await check(page, 'Last delivery').getByText('Nothing has been sent to this device yet.').waitFor();

  await send(page).click();
  await page.getByText('Push notification sent successfully!').waitFor();
  await page.getByRole('button', { name: 'Send sample trade notification' }).click();
  await page.getByText('Trade notification sent successfully!').waitFor();
  const received = service.sentTo(device).map(({ message }) => message);
  expect(received.map(({ kind }) => kind)).toEqual(['test', 'test']);
  expect(service.problems).toEqual([]);
  await check(page, 'Last delivery').getByText('sent to your browser’s push service').waitFor();

  // The worker shows what the server encrypted.
  await deliverPush(page, received[1]);
  await expect.poll(() => shownNotices(page)).toMatchObject([{ title: received[1]?.title, silent: false }]);
  expect(errors).toEqual([]);
  await close();
});
