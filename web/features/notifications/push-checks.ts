import type { Role } from '../../../contract/auth.ts';
import type { NotificationPreferences } from '../../../contract/notifications.ts';
import type { PushDevice, PushSettings, QuietHours } from '../../../contract/push.ts';
import type { DeviceState } from './device-push-state.ts';
import { isQuiet } from './quiet-zones.ts';

/** `todo` stands between a reader and their notifications; `note` is only good to know. */
export type CheckState = 'ok' | 'todo' | 'note' | 'waiting';
export type Check = { name: CheckName; title: string; state: CheckState; text: string };
export type CheckName =
  | 'permission'
  | 'worker'
  | 'subscription'
  | 'installed'
  | 'markets'
  | 'quiet hours'
  | 'last delivery';

/** What the browser itself says, signed in or not. */
export type BrowserFacts = {
  /** The page came over https, or from this very machine. */
  secure: boolean;
  supported: boolean;
  permission: NotificationPermission;
  worker: 'active' | 'starting' | 'missing';
  ios: boolean;
  standalone: boolean;
};

const permissionCheck = ({ secure, supported, permission, ios, standalone }: BrowserFacts): Check => {
  const check = { name: 'permission', title: 'Permission' } as const;
  if (!secure)
    return {
      ...check,
      state: 'todo',
      text: 'This page came over http. Browsers notify from https addresses only: open its https address.',
    };
  if (!supported)
    return {
      ...check,
      state: 'todo',
      text:
        ios && !standalone
          ? 'Open the app from your home screen: in the browser alone there are no notifications.'
          : 'This browser has no notifications. Use a current Chrome, Edge, Firefox or Safari.',
    };
  if (permission === 'granted') return { ...check, state: 'ok', text: 'The browser may notify you.' };
  if (permission === 'denied')
    return {
      ...check,
      state: 'todo',
      text: ios
        ? 'Blocked. Allow this app in the settings of your device, under Notifications.'
        : 'Blocked. Press the icon before the address of this page, allow Notifications, then load the page again.',
    };
  return { ...check, state: 'todo', text: 'The browser has not been asked yet. Turning on below asks it.' };
};

const workerCheck = ({ secure, supported, worker }: BrowserFacts): Check => {
  const check = { name: 'worker', title: 'Service worker' } as const;
  if (worker === 'active')
    return { ...check, state: 'ok', text: 'Awake in the background when a push comes.' };
  if (worker === 'starting') return { ...check, state: 'waiting', text: 'Being installed. One moment.' };
  return {
    ...check,
    state: 'todo',
    text: supported
      ? 'Not installed. Load the page again; a private window may refuse it.'
      : secure
        ? 'Not possible in this browser.'
        : 'Not possible over http.',
  };
};

const installedCheck = ({ ios, standalone }: BrowserFacts): Check => {
  const check = { name: 'installed', title: 'Installed app' } as const;
  if (standalone) return { ...check, state: 'ok', text: 'You are in the installed app.' };
  return ios
    ? { ...check, state: 'todo', text: 'iPhone and iPad notify installed apps only:' }
    : { ...check, state: 'note', text: 'You are in the browser. It works here, and in the installed app.' };
};

export const browserChecks = (facts: BrowserFacts): Check[] => [
  permissionCheck(facts),
  workerCheck(facts),
  installedCheck(facts),
];

const subscriptionCheck = (state: DeviceState): Check => {
  const check = { name: 'subscription', title: 'Subscription' } as const;
  if (state.is === 'on') return { ...check, state: 'ok', text: 'This device is on the list.' };
  if (state.is === 'checking') return { ...check, state: 'waiting', text: 'Looking …' };
  if (state.is === 'failed') return { ...check, state: 'todo', text: state.message };
  return { ...check, state: 'todo', text: 'This device is not on the list yet.' };
};

const marketsCheck = ({ Forex, Crypto }: NotificationPreferences): Check => {
  const check = { name: 'markets', title: 'Markets' } as const;
  if (Forex && Crypto) return { ...check, state: 'ok', text: 'Forex and Crypto are on.' };
  if (!Forex && !Crypto)
    return { ...check, state: 'todo', text: 'Both are off: no idea is pushed. The bell turns them on.' };
  const [on, off] = Forex ? ['Forex', 'Crypto'] : ['Crypto', 'Forex'];
  return { ...check, state: 'note', text: `${on} is on, ${off} is off.` };
};

const hours = ({ from, to, timeZone }: QuietHours) =>
  from === to ? `all day, ${timeZone}` : `${from} to ${to}, ${timeZone.replaceAll('_', ' ')}`;

const quietCheck = (settings: PushSettings | null, now: Date): Check => {
  const check = { name: 'quiet hours', title: 'Quiet hours' } as const;
  if (!settings) return { ...check, state: 'waiting', text: 'Looking …' };
  const { quietHours } = settings;
  if (!quietHours) return { ...check, state: 'ok', text: 'None: you are notified at any time.' };
  return isQuiet(quietHours, now)
    ? {
        ...check,
        state: 'note',
        text: `Right now it is quiet (${hours(quietHours)}): ideas wait until then.`,
      }
    : { ...check, state: 'ok', text: `Not now. They are ${hours(quietHours)}.` };
};

const outcomes: Record<NonNullable<PushDevice['lastPush']>['outcome'], { state: CheckState; text: string }> =
  {
    accepted: { state: 'ok', text: 'handed to your browser’s push service' },
    waiting: { state: 'note', text: 'waiting to be sent' },
    failed: { state: 'todo', text: 'could not be delivered' },
  };

const lastCheck = (state: DeviceState, timeOf: (iso: string) => string): Check => {
  const check = { name: 'last delivery', title: 'Last delivery' } as const;
  const last = state.is === 'on' ? state.device.lastPush : null;
  if (!last) return { ...check, state: 'note', text: 'Nothing has been sent to this device yet.' };
  const { state: how, text } = outcomes[last.outcome];
  return { ...check, state: how, text: `“${last.title}”, ${timeOf(last.at)}: ${text}.` };
};

export type PersonFacts = {
  device: DeviceState;
  markets: NotificationPreferences;
  settings: PushSettings | null;
  now: Date;
  timeOf: (iso: string) => string;
};

/** All there is to check, in the order in which a push needs it. */
export const allChecks = (facts: BrowserFacts, person: PersonFacts): Check[] => {
  const [permission, worker, installed] = browserChecks(facts) as [Check, Check, Check];
  return [
    permission,
    worker,
    subscriptionCheck(person.device),
    installed,
    marketsCheck(person.markets),
    quietCheck(person.settings, person.now),
    lastCheck(person.device, person.timeOf),
  ];
};

export type Verdict = { state: CheckState; text: string };

/** The answer to the page's question. Ideas are pushed to customers; an educator's devices hear tests. */
export const verdictOf = (checks: readonly Check[], role: Role): Verdict => {
  const todo = checks.filter(({ state }) => state === 'todo').length;
  if (todo > 0)
    return {
      state: 'todo',
      text: todo === 1 ? 'Not yet: one thing to do.' : `Not yet: ${todo} things to do.`,
    };
  if (checks.some(({ state }) => state === 'waiting')) return { state: 'waiting', text: 'Looking …' };
  if (role === 'educator')
    return { state: 'ok', text: 'Yes. Tests reach this device; ideas are pushed to customers.' };
  return checks.some(({ name, state }) => name === 'quiet hours' && state === 'note')
    ? { state: 'note', text: 'Yes, once your quiet hours end.' }
    : { state: 'ok', text: 'Yes. New ideas reach this device.' };
};
