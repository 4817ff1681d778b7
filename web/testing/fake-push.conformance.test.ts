import { afterAll, it } from 'vitest';
import { startPushService } from '../../server/testing/push-service.ts';
import { setUpConformance } from './conformance.ts';
import { FakeApi } from './fake-api.ts';
import { FakePush } from './fake-push.ts';

const service = await startPushService();
afterAll(() => service.close());
const api = new FakeApi();
const push = new FakePush(api);
const { both } = setUpConformance(api, {
  email: 'one@test.example',
  volatile: ['id', 'createdAt', 'at', 'title'],
  pushEndpoints: service.endpoints,
});
const [first, second] = [service.addDevice('first'), service.addDevice('second')];
const subscribe = (body: object) => both('POST', '/api/push/subscriptions', { body });
const send = (audience: 'own' | 'everyone', what = 'test') =>
  both('POST', `/api/push/${what}`, { body: { audience } });
const reply = (name: 'first' | 'second', status: number, fake: 'accept' | 'gone' | 'retry') => {
  service.setReply(name, { status });
  for (const device of push.subscriptions) if (device.endpoint.endsWith(`/${name}`)) device.reply = fake;
};

it('registers and removes a device, and sends it tests, as the server does', async () => {
  await subscribe({ ...first, endpoint: 'https://10.0.0.1/no-push-service' });
  await subscribe(first);
  await subscribe(first);
  await send('own');
  await subscribe(first);
  reply('first', 410, 'gone');
  await send('own', 'test-trade');
  await send('own');
  // A session has one device.
  await subscribe(first);
  await subscribe(second);
  reply('second', 500, 'retry');
  await send('own');
  await subscribe(second);
  await both('DELETE', '/api/push/subscriptions', { body: { endpoint: second.endpoint } });
  await both('DELETE', '/api/push/subscriptions', { body: { endpoint: second.endpoint } });
  await send('own', 'test-trade');
  await send('everyone');
});
