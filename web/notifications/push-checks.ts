import type { Role } from '../../contract/account/auth.ts';
import type { MarketSwitches } from '../../contract/ideas/markets.ts';
import type { PushDevice, PushSettings, QuietHours } from '../../contract/notifications/push.ts';
import type { DeviceState } from './device-push-state.ts';
import { describeUnblocking } from './push-status-messages.ts';
import { isQuiet } from './quiet-hours.ts';

/** `todo` blocks notifications; `note` is only information. */
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

/** Facts about the browser that need no signed-in user. */
export type BrowserFacts = {
  /** The page is a secure context: https or localhost. */
  secure: boolean;
  supported: boolean;
  permission: NotificationPermission;
  worker: 'active' | 'starting' | 'missing';
  ios: boolean;
  standalone: boolean;
};

const permissionCheck = (
  { secure, supported, permission, ios, standalone }: BrowserFacts,
  howToAsk: string,
): Check => {
  const check = { name: 'permission', title: 'Permission' } as const;
  if (!secure)
    return {
      ...check,
      state: 'todo',
      text: 'Notifications need a secure connection. Open this site with https://.',
    };
  if (!supported)
    return {
      ...check,
      state: 'todo',
      text:
        ios && !standalone
          ? 'Open the app from your home screen. The browser alone has no notifications.'
          : "This browser doesn't support notifications. Use a current Chrome, Edge, Firefox or Safari.",
    };
  if (permission === 'granted') return { ...check, state: 'ok', text: 'Allowed' };
  if (permission === 'denied')
    return {
      ...check,
      state: 'todo',
      text: `Blocked. ${describeUnblocking(ios)}`,
    };
  return { ...check, state: 'todo', text: `Not asked yet. ${howToAsk}` };
};

const workerCheck = ({ secure, supported, worker }: BrowserFacts): Check => {
  const check = { name: 'worker', title: 'Background delivery' } as const;
  if (worker === 'active') return { ...check, state: 'ok', text: 'Ready' };
  if (worker === 'starting') return { ...check, state: 'waiting', text: 'Setting up…' };
  return {
    ...check,
    state: 'todo',
    text: supported
      ? 'Not set up. Reload the page; a private window may block it.'
      : secure
        ? 'Not supported by this browser.'
        : 'Needs https.',
  };
};

const installedCheck = ({ ios, standalone }: BrowserFacts): Check => {
  const check = { name: 'installed', title: 'Installed app' } as const;
  if (standalone) return { ...check, state: 'ok', text: 'Using the installed app.' };
  return ios
    ? { ...check, state: 'todo', text: 'On iPhone and iPad, install the app first:' }
    : { ...check, state: 'note', text: 'Using the browser. Notifications also work in the installed app.' };
};

/** Without a person. `howToAsk` says where the permission is asked for. */
export const browserChecks = (facts: BrowserFacts, howToAsk: string): Check[] => [
  permissionCheck(facts, howToAsk),
  workerCheck(facts),
  installedCheck(facts),
];

const subscriptionCheck = (state: DeviceState): Check => {
  const check = { name: 'subscription', title: 'Device registration' } as const;
  if (state.type === 'on') return { ...check, state: 'ok', text: 'Registered' };
  if (state.type === 'checking') return { ...check, state: 'waiting', text: 'Checking…' };
  if (state.type === 'failed') return { ...check, state: 'todo', text: state.message };
  return { ...check, state: 'todo', text: 'Not registered yet' };
};

const marketsCheck = ({ Forex, Crypto }: MarketSwitches): Check => {
  const check = { name: 'markets', title: 'Markets' } as const;
  if (Forex && Crypto) return { ...check, state: 'ok', text: 'Forex and Crypto are on.' };
  if (!Forex && !Crypto)
    return { ...check, state: 'todo', text: 'Both markets are off. Turn one on from the bell menu.' };
  const [on, off] = Forex ? ['Forex', 'Crypto'] : ['Crypto', 'Forex'];
  return { ...check, state: 'note', text: `${on} is on, ${off} is off.` };
};

const formatQuietHours = ({ from, to, timeZone }: QuietHours) =>
  from === to ? `all day, ${timeZone}` : `${from} to ${to}, ${timeZone.replaceAll('_', ' ')}`;

const quietHoursCheck = (settings: PushSettings | null, now: Date): Check => {
  const check = { name: 'quiet hours', title: 'Quiet hours' } as const;
  if (!settings) return { ...check, state: 'waiting', text: 'Checking…' };
  const { quietHours } = settings;
  if (!quietHours) return { ...check, state: 'ok', text: 'Off: you can be notified at any time.' };
  return isQuiet(quietHours, now)
    ? {
        ...check,
        state: 'note',
        text: `On now (${formatQuietHours(quietHours)}): ideas arrive when they end.`,
      }
    : { ...check, state: 'ok', text: `Next: ${formatQuietHours(quietHours)}` };
};

const outcomeMessages: Record<
  NonNullable<PushDevice['lastPush']>['outcome'],
  { state: CheckState; text: string }
> = {
  accepted: { state: 'ok', text: 'sent to your browser’s push service' },
  waiting: { state: 'note', text: 'waiting to be sent' },
  failed: { state: 'todo', text: "couldn't be delivered" },
};

const lastDeliveryCheck = (state: DeviceState, timeOf: (iso: string) => string): Check => {
  const check = { name: 'last delivery', title: 'Last delivery' } as const;
  const last = state.type === 'on' ? state.device.lastPush : null;
  if (!last) return { ...check, state: 'note', text: 'Nothing has been sent to this device yet.' };
  const { state: how, text } = outcomeMessages[last.outcome];
  return { ...check, state: how, text: `“${last.title}”, ${timeOf(last.at)}: ${text}.` };
};

export type PersonFacts = {
  device: DeviceState;
  markets: MarketSwitches;
  settings: PushSettings | null;
  now: Date;
  timeOf: (iso: string) => string;
};

/** All there is to check, in the order in which a push needs it. */
export const allChecks = (facts: BrowserFacts, person: PersonFacts): Check[] => {
  const [permission, worker, installed] = browserChecks(facts, 'Select Turn on.') as [Check, Check, Check];
  return [
    permission,
    worker,
    subscriptionCheck(person.device),
    installed,
    marketsCheck(person.markets),
    quietHoursCheck(person.settings, person.now),
    lastDeliveryCheck(person.device, person.timeOf),
  ];
};

export type CheckSummary = { state: CheckState; text: string };

/** The overall result. Ideas are pushed to customers; devices of educators only get tests. */
export const summarizeChecks = (checks: readonly Check[], role: Role): CheckSummary => {
  const todo = checks.filter(({ state }) => state === 'todo').length;
  if (todo > 0)
    return {
      state: 'todo',
      text: `Not yet: ${todo} ${todo === 1 ? 'step' : 'steps'} left`,
    };
  if (checks.some(({ state }) => state === 'waiting')) return { state: 'waiting', text: 'Checking…' };
  if (role === 'educator') return { state: 'ok', text: "Yes. You'll get tests here; ideas go to customers." };
  return checks.some(({ name, state }) => name === 'quiet hours' && state === 'note')
    ? { state: 'note', text: 'Yes, once your quiet hours end.' }
    : { state: 'ok', text: "Yes, you'll get new ideas on this device." };
};
