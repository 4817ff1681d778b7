import { type ComponentProps, type ReactNode, useCallback, useEffect, useState } from 'react';
import type { User } from '../../contract/account/auth.ts';
import { getHomePath } from '../account/session/session.ts';
import { createLoginPath } from '../account/sign-in/return-path.ts';
import { absoluteTime } from '../shared/absolute-time.ts';
import { useNow } from '../shared/hooks/use-now.ts';
import { paths } from '../shared/paths.ts';
import { canPush } from '../shared/pwa/device-push.ts';
import { isIos, isStandalone } from '../shared/pwa/installation.ts';
import { ownRegistration, startServiceWorker } from '../shared/pwa/service-worker.ts';
import { useStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { ButtonLink } from '../shared/ui/button.tsx';
import { Icon, type IconName } from '../shared/ui/icon.tsx';
import { IosSteps } from '../shared/ui/ios-steps.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';
import { useThisDevice } from './device-push-state.ts';
import { DeviceAction } from './device-section.tsx';
import { CheckList } from './push-check-list.tsx';
import { allChecks, type BrowserFacts, browserChecks, summarizeChecks } from './push-checks.ts';
import { Panel, PushTestPanel, PushToAllPanel } from './test-push-panel.tsx';
import { usePushSettings } from './use-saved-settings.ts';

const readBrowserFacts = (worker: BrowserFacts['worker']): BrowserFacts => ({
  secure: isSecureContext,
  supported: canPush(),
  permission: 'Notification' in window ? Notification.permission : 'default',
  worker,
  ios: isIos(),
  standalone: isStandalone(),
});

const readWorkerState = async (): Promise<BrowserFacts['worker']> => {
  await startServiceWorker();
  const registration = await ownRegistration();
  return registration ? (registration.active ? 'active' : 'starting') : 'missing';
};

const POLL_MS = 1_000;

/**
 * Facts about the browser. Refreshed on focus, because permissions change in its settings, and when `device` (the state
 * of notifications) changes, because its permission prompt was answered.
 */
const useBrowserFacts = (device?: string): BrowserFacts => {
  const [facts, setFacts] = useState(() => readBrowserFacts('starting'));
  const refresh = useCallback(() => {
    readWorkerState().then(
      (worker) => setFacts(readBrowserFacts(worker)),
      () => setFacts(readBrowserFacts('missing')),
    );
  }, []);
  const isStarting = facts.worker === 'starting';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the device is a reason to refresh.
  useEffect(() => {
    refresh();
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [refresh, device]);
  useEffect(() => {
    if (!isStarting) return;
    const timer = setInterval(refresh, POLL_MS);
    return () => clearInterval(timer);
  }, [isStarting, refresh]);
  return facts;
};

/** The hints of SPEC §2. A test goes to the user's own devices; an educator can send to all (DESIGN §14). */
const hints: { icon: IconName; text: string }[] = [
  { icon: 'bell', text: 'Subscribe first: turn notifications on for this device, then send a test.' },
  {
    icon: 'user',
    text: 'A test goes to all your subscribed devices. Educators can also send one to all subscribers.',
  },
  { icon: 'plus', text: 'Works in the browser and the app. iPhone and iPad need the app.' },
  { icon: 'clock', text: 'Devices that are offline get it when they reconnect.' },
];

const PushHints = () => (
  <section aria-labelledby="hints" className="px-5 sm:px-6">
    <h2 id="hints" className="text-base font-semibold">
      Good to know
    </h2>
    <ul className="mt-3 grid gap-3">
      {hints.map(({ icon, text }) => (
        <li key={text} className="flex gap-3 text-sm text-pretty text-muted">
          <Icon name={icon} size={18} className="mt-0.5 text-accent" />
          {text}
        </li>
      ))}
    </ul>
  </section>
);

/** What was found, and beside it what can be tried. */
const Diagnostics = ({ children, ...found }: ComponentProps<typeof CheckList> & { children: ReactNode }) => (
  <div className="column grid items-start gap-5 lg:grid-cols-[1fr_24rem]">
    <CheckList {...found} />
    <div className="grid gap-5">
      {children}
      <PushHints />
    </div>
  </div>
);

/** The response of the push service takes a moment. Checking again replaces a subscription it no longer knows. */
const RESULT_DELAY_MS = 3_000;

/** Checks what notifications on this device depend on, and sends tests. */
const PushDiagnostics = ({ user }: { user: User }) => {
  const device = useThisDevice();
  const facts = useBrowserFacts(device.state.type);
  const { settings } = usePushSettings();
  const [markets] = useStored(storageKeys.notificationSettings(user.id));
  const now = useNow(15_000);
  const checks = allChecks(facts, {
    device: device.state,
    markets,
    settings,
    now: new Date(now),
    timeOf: (iso) => absoluteTime(iso, now),
  });
  return (
    <Diagnostics
      summary={summarizeChecks(checks, user.role)}
      checks={checks}
      actions={{
        subscription: <DeviceAction device={device} />,
        installed: facts.ios && !facts.standalone && <IosSteps />,
      }}
    >
      <PushTestPanel onDone={() => void setTimeout(device.check, RESULT_DELAY_MS)} />
      {user.role === 'educator' && <PushToAllPanel />}
    </Diagnostics>
  );
};

/** The checks that need no signed-in user, and a link to sign in. */
const SignedOutDiagnostics = () => {
  const facts = useBrowserFacts();
  return (
    <Diagnostics
      checks={browserChecks(facts, 'Sign in to turn on notifications.')}
      actions={{ installed: facts.ios && !facts.standalone && <IosSteps /> }}
    >
      <Panel title="Sign in to send a test" text="Sign in so we know which devices to test.">
        <ButtonLink href={createLoginPath(paths.testNotifications)} variant="primary" wide>
          Sign in
          <Icon name="right" size={18} />
        </ButtonLink>
      </Panel>
    </Diagnostics>
  );
};

/** SPEC §2, "Push test page", open to everyone (DESIGN §14). */
export const TestNotificationsPage = ({ user }: { user: User | null }) => (
  <>
    <PageHead
      title="Notification check"
      documentTitle="Test notifications"
      subtitle="See what's blocking notifications on this device, then send a test"
      back={{ href: user ? getHomePath(user) : paths.home, label: 'Back' }}
    />
    {user ? <PushDiagnostics user={user} /> : <SignedOutDiagnostics />}
  </>
);
