import type { Role } from '../../contract/account/auth.ts';
import type { MarketSwitches } from '../../contract/ideas/markets.ts';
import type { PushDevice, PushSettings, QuietHours } from '../../contract/notifications/push.ts';
import type { DeviceState } from './device-push-state.ts';
import { describeUnblocking } from './push-status-messages.ts';
import { isQuiet } from './quiet-hours.ts';

const titles = {
  permission: 'Permission',
  worker: 'Background delivery',
  subscription: 'Device registration',
  installed: 'Installed app',
  markets: 'Markets',
  'quiet hours': 'Quiet hours',
  'last delivery': 'Last delivery',
};
export type CheckName = keyof typeof titles;
/** `todo` blocks notifications; `note` is only information. */
export type CheckState = 'ok' | 'todo' | 'note' | 'waiting';
export type Check = { name: CheckName; title: string; state: CheckState; text: string };

type Finding = [state: CheckState, text: string];
const toCheck = (name: CheckName, [state, text]: Finding): Check => ({
  name,
  title: titles[name],
  state,
  text,
});

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

const checkPermission = (
  { secure, supported, permission, ios, standalone }: BrowserFacts,
  howToAsk: string,
): Finding => {
  if (!secure) return ['todo', 'Notifications need a secure connection. Open this site with https://.'];
  if (!supported)
    return [
      'todo',
      ios && !standalone
        ? 'Open the app from your home screen. The browser alone has no notifications.'
        : "This browser doesn't support notifications. Use a current Chrome, Edge, Firefox or Safari.",
    ];
  if (permission === 'granted') return ['ok', 'Allowed'];
  if (permission === 'denied') return ['todo', `Blocked. ${describeUnblocking(ios)}`];
  return ['todo', `Not asked yet. ${howToAsk}`];
};

const checkWorker = ({ secure, supported, worker }: BrowserFacts): Finding => {
  if (worker === 'active') return ['ok', 'Ready'];
  if (worker === 'starting') return ['waiting', 'Setting up…'];
  if (supported) return ['todo', 'Not set up. Reload the page; a private window may block it.'];
  return ['todo', secure ? 'Not supported by this browser.' : 'Needs https.'];
};

const checkInstalled = ({ ios, standalone }: BrowserFacts): Finding => {
  if (standalone) return ['ok', 'Using the installed app.'];
  return ios
    ? ['todo', 'On iPhone and iPad, install the app first:']
    : ['note', 'Using the browser. Notifications also work in the installed app.'];
};

/** Without a person. `howToAsk` says where the permission is asked for. */
export const browserChecks = (facts: BrowserFacts, howToAsk: string): Check[] => [
  toCheck('permission', checkPermission(facts, howToAsk)),
  toCheck('worker', checkWorker(facts)),
  toCheck('installed', checkInstalled(facts)),
];

const checkSubscription = (state: DeviceState): Finding => {
  if (state.type === 'on') return ['ok', 'Registered'];
  if (state.type === 'checking') return ['waiting', 'Checking…'];
  return ['todo', state.type === 'failed' ? state.message : 'Not registered yet'];
};

const checkMarkets = ({ Forex, Crypto }: MarketSwitches): Finding => {
  if (Forex && Crypto) return ['ok', 'Forex and Crypto are on.'];
  if (!Forex && !Crypto) return ['todo', 'Both markets are off. Turn one on from the bell menu.'];
  const [on, off] = Forex ? ['Forex', 'Crypto'] : ['Crypto', 'Forex'];
  return ['note', `${on} is on, ${off} is off.`];
};

const formatQuietHours = ({ from, to, timeZone }: QuietHours) =>
  from === to ? `all day, ${timeZone}` : `${from} to ${to}, ${timeZone.replaceAll('_', ' ')}`;

const checkQuietHours = (settings: PushSettings | null, now: Date): Finding => {
  if (!settings) return ['waiting', 'Checking…'];
  const { quietHours } = settings;
  if (!quietHours) return ['ok', 'Off: you can be notified at any time.'];
  const hours = formatQuietHours(quietHours);
  return isQuiet(quietHours, now)
    ? ['note', `On now (${hours}): ideas arrive when they end.`]
    : ['ok', `Next: ${hours}`];
};

const outcomeMessages: Record<NonNullable<PushDevice['lastPush']>['outcome'], Finding> = {
  accepted: ['ok', 'sent to your browser’s push service'],
  waiting: ['note', 'waiting to be sent'],
  failed: ['todo', "couldn't be delivered"],
};

const checkLastDelivery = (device: DeviceState, timeOf: (iso: string) => string): Finding => {
  const last = device.type === 'on' ? device.device.lastPush : null;
  if (!last) return ['note', 'Nothing has been sent to this device yet.'];
  const [state, text] = outcomeMessages[last.outcome];
  return [state, `“${last.title}”, ${timeOf(last.at)}: ${text}.`];
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
    toCheck('subscription', checkSubscription(person.device)),
    installed,
    toCheck('markets', checkMarkets(person.markets)),
    toCheck('quiet hours', checkQuietHours(person.settings, person.now)),
    toCheck('last delivery', checkLastDelivery(person.device, person.timeOf)),
  ];
};

export type CheckSummary = Pick<Check, 'state' | 'text'>;

/** The overall result. Ideas are pushed to customers; devices of educators only get tests. */
export const summarizeChecks = (checks: readonly Check[], role: Role): CheckSummary => {
  const todo = checks.filter(({ state }) => state === 'todo').length;
  if (todo > 0) return { state: 'todo', text: `Not yet: ${todo} ${todo === 1 ? 'step' : 'steps'} left` };
  if (checks.some(({ state }) => state === 'waiting')) return { state: 'waiting', text: 'Checking…' };
  if (role === 'educator') return { state: 'ok', text: "Yes. You'll get tests here; ideas go to customers." };
  return checks.some(({ name, state }) => name === 'quiet hours' && state === 'note')
    ? { state: 'note', text: 'Yes, once your quiet hours end.' }
    : { state: 'ok', text: "Yes, you'll get new ideas on this device." };
};
