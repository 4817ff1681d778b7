import { describe, expect, it } from 'vitest';
import { allChecks, type BrowserFacts, browserChecks, type PersonFacts, verdictOf } from './push-checks.ts';

const browser: BrowserFacts = {
  secure: true,
  supported: true,
  permission: 'granted',
  worker: 'active',
  ios: false,
  standalone: false,
};
const person: PersonFacts = {
  device: { is: 'on', device: { id: '1', createdAt: '2026-01-01T00:00:00Z', lastPush: null } },
  markets: { Forex: true, Crypto: true },
  settings: { statusChanges: false, quietHours: null },
  now: new Date('2026-01-15T12:00:00Z'),
  timeOf: (iso) => `at ${iso}`,
};
const states = (facts: Partial<BrowserFacts>, more: Partial<PersonFacts> = {}) =>
  Object.fromEntries(
    allChecks({ ...browser, ...facts }, { ...person, ...more }).map(({ name, state }) => [name, state]),
  );
const verdict = (facts: Partial<BrowserFacts>, more: Partial<PersonFacts> = {}) =>
  verdictOf(allChecks({ ...browser, ...facts }, { ...person, ...more }), 'customer').text;

describe('will I get it', () => {
  it('yes, where everything stands', () => {
    expect(states({})).toEqual({
      permission: 'ok',
      worker: 'ok',
      subscription: 'ok',
      installed: 'note',
      markets: 'ok',
      'quiet hours': 'ok',
      'last delivery': 'note',
    });
    expect(verdict({})).toBe('Yes. New ideas reach this device.');
  });

  it('to an educator says that ideas go to customers', () => {
    expect(verdictOf(allChecks(browser, person), 'educator').text).toBe(
      'Yes. Tests reach this device; ideas are pushed to customers.',
    );
  });

  it('not yet, and how much is to do', () => {
    expect(verdict({ permission: 'default' }, { device: { is: 'off' } })).toBe('Not yet: 2 things to do.');
    expect(verdict({}, { markets: { Forex: false, Crypto: false } })).toBe('Not yet: one thing to do.');
    expect(verdict({}, { device: { is: 'failed', message: 'No service' } })).toBe(
      'Not yet: one thing to do.',
    );
  });

  it('one market off is no obstacle, and is said', () => {
    const checks = allChecks(browser, { ...person, markets: { Forex: true, Crypto: false } });
    expect(checks.find(({ name }) => name === 'markets')).toMatchObject({
      state: 'note',
      text: 'Forex is on, Crypto is off.',
    });
  });

  it('later, within quiet hours', () => {
    const settings = {
      statusChanges: false,
      quietHours: { from: '10:00', to: '14:00', timeZone: 'UTC' },
    };
    expect(verdict({}, { settings })).toBe('Yes, once your quiet hours end.');
    expect(verdict({}, { settings, now: new Date('2026-01-15T15:00:00Z') })).toBe(
      'Yes. New ideas reach this device.',
    );
  });

  it('over http says that the address is the reason, not the browser', () => {
    const plain = { secure: false, supported: false, worker: 'missing' } as const;
    expect(browserChecks({ ...browser, ...plain }).map(({ state }) => state)).toEqual([
      'todo',
      'todo',
      'note',
    ]);
    const texts = browserChecks({ ...browser, ...plain }).map(({ text }) => text);
    expect(texts[0]).toContain('open its https address');
    expect(texts[1]).toBe('Not possible over http.');
  });

  it('an iPhone must have the app on its home screen', () => {
    const phone = { ios: true, supported: false, permission: 'default', worker: 'missing' } as const;
    expect(browserChecks({ ...browser, ...phone }).map(({ state }) => state)).toEqual([
      'todo',
      'todo',
      'todo',
    ]);
    expect(browserChecks({ ...browser, ios: true, standalone: true })[2]?.state).toBe('ok');
    // Its installed apps have no address bar: a no is undone in the settings of the device.
    const blocked = { ios: true, standalone: true, permission: 'denied' } as const;
    expect(browserChecks({ ...browser, ...blocked })[0]?.text).toContain('settings of your device');
  });

  it.each([
    ['accepted', 'ok', 'handed to your browser’s push service'],
    ['waiting', 'note', 'waiting to be sent'],
    ['failed', 'todo', 'could not be delivered'],
  ] as const)('the last delivery was %s', (outcome, state, text) => {
    const lastPush = { at: '2026-01-15T11:00:00Z', outcome, title: 'EUR/USD' };
    const device = { is: 'on', device: { id: '1', createdAt: '2026-01-01T00:00:00Z', lastPush } } as const;
    expect(allChecks(browser, { ...person, device }).at(-1)).toMatchObject({
      state,
      text: `“EUR/USD”, at 2026-01-15T11:00:00Z: ${text}.`,
    });
  });
});
