import { describe, expect, it } from 'vitest';
import { defaultPushSettings } from '../../contract/notifications/push.ts';
import {
  allChecks,
  type BrowserFacts,
  browserChecks,
  type PersonFacts,
  summarizeChecks,
} from './push-checks.ts';
import { describeDeviceState } from './push-status-messages.ts';

const browser: BrowserFacts = {
  secure: true,
  supported: true,
  permission: 'granted',
  worker: 'active',
  ios: false,
  standalone: false,
};
const person: PersonFacts = {
  device: { type: 'on', device: { id: '1', createdAt: '2026-01-01T00:00:00Z', lastPush: null } },
  markets: { Forex: true, Crypto: true },
  settings: defaultPushSettings,
  now: new Date('2026-01-15T12:00:00Z'),
  timeOf: (iso) => `at ${iso}`,
};
const ASK = 'Select Turn on.';
const states = (facts: Partial<BrowserFacts>, more: Partial<PersonFacts> = {}) =>
  Object.fromEntries(
    allChecks({ ...browser, ...facts }, { ...person, ...more }).map(({ name, state }) => [name, state]),
  );
const summarize = (facts: Partial<BrowserFacts>, more: Partial<PersonFacts> = {}) =>
  summarizeChecks(allChecks({ ...browser, ...facts }, { ...person, ...more }), 'customer').text;

describe('the notification check', () => {
  it('says yes when every check passes', () => {
    expect(states({})).toEqual({
      permission: 'ok',
      worker: 'ok',
      subscription: 'ok',
      installed: 'note',
      markets: 'ok',
      'quiet hours': 'ok',
      'last delivery': 'note',
    });
    expect(summarize({})).toBe("Yes, you'll get new ideas on this device.");
  });

  it('tells an educator that ideas go to customers', () => {
    expect(summarizeChecks(allChecks(browser, person), 'educator').text).toBe(
      "Yes. You'll get tests here; ideas go to customers.",
    );
  });

  it('counts the steps that are left', () => {
    expect(summarize({ permission: 'default' }, { device: { type: 'off' } })).toBe('Not yet: 2 steps left');
    expect(summarize({}, { markets: { Forex: false, Crypto: false } })).toBe('Not yet: 1 step left');
    expect(summarize({}, { device: { type: 'failed', message: 'No service' } })).toBe('Not yet: 1 step left');
  });

  it('shows one market that is off as information', () => {
    const checks = allChecks(browser, { ...person, markets: { Forex: true, Crypto: false } });
    expect(checks.find(({ name }) => name === 'markets')).toMatchObject({
      state: 'note',
      text: 'Forex is on, Crypto is off.',
    });
  });

  it('says later during quiet hours', () => {
    const settings = {
      ...defaultPushSettings,
      quietHours: { from: '10:00', to: '14:00', timeZone: 'UTC' },
    };
    expect(summarize({}, { settings })).toBe('Yes, once your quiet hours end.');
    expect(summarize({}, { settings, now: new Date('2026-01-15T15:00:00Z') })).toBe(
      "Yes, you'll get new ideas on this device.",
    );
  });

  it('names the insecure connection, not the browser, over http', () => {
    const plain = { secure: false, supported: false, worker: 'missing' } as const;
    expect(browserChecks({ ...browser, ...plain }, ASK).map(({ state }) => state)).toEqual([
      'todo',
      'todo',
      'note',
    ]);
    const texts = browserChecks({ ...browser, ...plain }, ASK).map(({ text }) => text);
    expect(texts[0]).toContain('secure connection');
    expect(texts[1]).toBe('Needs https.');
  });

  it('requires the home screen app on an iPhone', () => {
    const phone = { ios: true, supported: false, permission: 'default', worker: 'missing' } as const;
    expect(browserChecks({ ...browser, ...phone }, ASK).map(({ state }) => state)).toEqual([
      'todo',
      'todo',
      'todo',
    ]);
    expect(browserChecks({ ...browser, ios: true, standalone: true }, ASK)[2]?.state).toBe('ok');
    // Its installed apps have no address bar: a no is undone in the settings of the device.
    const blocked = { ios: true, standalone: true, permission: 'denied' } as const;
    expect(browserChecks({ ...browser, ...blocked }, ASK)[0]?.text).toContain('your device settings');
  });

  it.each([
    [
      'off',
      { Forex: true, Crypto: true },
      'Forex and Crypto show badges only, until you turn on this device.',
    ],
    ['off', { Forex: false, Crypto: true }, 'Crypto shows badges only, until you turn on this device.'],
    ['off', { Forex: false, Crypto: false }, "You'll only see new ideas while the app is open."],
    ['on', { Forex: true, Crypto: false }, 'New Forex ideas reach you even when the app is closed.'],
    ['on', { Forex: false, Crypto: false }, 'Both markets are off, so no new ideas are sent.'],
  ] as const)('says of a device that is %s what %j mean together', (type, switches, text) => {
    const state = type === 'on' ? person.device : { type };
    expect(describeDeviceState(state, switches).text).toBe(text);
  });

  it.each([
    ['accepted', 'ok', 'sent to your browser’s push service'],
    ['waiting', 'note', 'waiting to be sent'],
    ['failed', 'todo', "couldn't be delivered"],
  ] as const)('describes a last delivery that was %s', (outcome, state, text) => {
    const lastPush = { at: '2026-01-15T11:00:00Z', outcome, title: 'EUR/USD' };
    const device = { type: 'on', device: { id: '1', createdAt: '2026-01-01T00:00:00Z', lastPush } } as const;
    expect(allChecks(browser, { ...person, device }).at(-1)).toMatchObject({
      state,
      text: `“EUR/USD”, at 2026-01-15T11:00:00Z: ${text}.`,
    });
  });
});
