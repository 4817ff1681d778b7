import {
  PUSH_TEST_TEXTS,
  type PushDeliveries,
  type PushDevice,
  sendTestPush,
  sendTestTradePush,
  subscribePush,
  unsubscribePush,
} from '../../contract/notifications/push.ts';
import { type FakeApi, Refusal } from './fake-api.ts';
import { newId } from './fake-ideas.ts';

/** What the push service of a device does with the next messages. */
type Reply = 'accept' | 'gone' | 'retry';
type Device = PushDevice & { endpoint: string; reply: Reply; isOwn: boolean };

const outcomes = { accept: 'accepted', retry: 'waiting' } as const;
const countDevices = (count: number) => (count === 1 ? '1 device' : `${count} devices`);

/** The devices that a fake server sends notifications to: those of the signed-in person. */
export class FakePush {
  subscriptions: Device[] = [];

  constructor(api: FakeApi) {
    api.on(subscribePush, ({ body: { endpoint } }) => {
      if (/^https?:\/\/10\./.test(endpoint)) throw new Refusal('PUSH_ENDPOINT_REFUSED');
      const known = this.subscriptions.find((device) => device.endpoint === endpoint);
      if (known) return known;
      // A session has one device.
      this.subscriptions = this.subscriptions.filter(({ isOwn }) => !isOwn);
      return this.addDevice({ endpoint, isOwn: true });
    });
    api.on(unsubscribePush, ({ body: { endpoint } }) => {
      this.subscriptions = this.subscriptions.filter((device) => device.endpoint !== endpoint);
      return { success: true as const };
    });
    for (const [route, kind] of [
      [sendTestPush, 'test'],
      [sendTestTradePush, 'trade'],
    ] as const)
      api.on(route, ({ body }) => this.#send(kind, body.audience));
  }

  /** Another browser, of anybody, unless it is this one. */
  addDevice(given: Partial<Device> = {}): Device {
    const device: Device = {
      id: newId(),
      createdAt: new Date().toISOString(),
      lastPush: null,
      endpoint: `https://push.example.org/send/${newId()}`,
      reply: 'accept',
      isOwn: false,
      ...given,
    };
    this.subscriptions.push(device);
    return device;
  }

  #send(kind: keyof typeof PUSH_TEST_TEXTS, audience: 'own' | 'everyone') {
    const count = (reply: Reply) => this.subscriptions.filter((device) => device.reply === reply).length;
    const [devices, accepted, gone, waiting] = [
      this.subscriptions.length,
      count('accept'),
      count('gone'),
      count('retry'),
    ];
    const deliveries: PushDeliveries = { devices, attempted: devices, accepted, gone, waiting, failed: 0 };
    this.subscriptions = this.subscriptions.filter(({ reply }) => reply !== 'gone');
    for (const device of this.subscriptions)
      if (device.reply !== 'gone')
        device.lastPush = {
          at: new Date().toISOString(),
          outcome: outcomes[device.reply],
          title: kind === 'test' ? 'Test notification' : 'Sample trade',
        };
    const success = accepted > 0 || (audience === 'everyone' && waiting > 0);
    const { sent, failed } = PUSH_TEST_TEXTS[kind];
    return {
      success,
      message: success ? sent : failed,
      details: this.#describe(audience, deliveries),
      deliveries,
    };
  }

  #describe(audience: 'own' | 'everyone', { devices, accepted, gone, waiting }: PushDeliveries): string {
    if (devices === 0)
      return audience === 'own'
        ? 'None of your devices has notifications on. Turn them on here first, then send the test again.'
        : 'No device has notifications on yet.';
    const sentences = [`Accepted for ${accepted} of ${countDevices(devices)}.`];
    if (waiting > 0) sentences.push(`${countDevices(waiting)} will be retried.`);
    if (gone > 0) sentences.push(`Unsubscribed: ${countDevices(gone)}. Turn notifications on again there.`);
    return sentences.join(' ');
  }
}
