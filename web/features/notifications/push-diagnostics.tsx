import type { User } from '../../../contract/auth.ts';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { useNow } from '../../shared/hooks/use-now.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { IosSteps } from '../../shared/ui/ios-steps.tsx';
import { useThisDevice } from './device-push-state.ts';
import { DeviceAction } from './device-section.tsx';
import { CheckList } from './push-check-list.tsx';
import { allChecks, browserChecks, verdictOf } from './push-checks.ts';
import { PushHints } from './push-hints.tsx';
import { PushTestPanel, PushToAllPanel } from './push-test-panel.tsx';
import { useBrowserFacts } from './use-browser-facts.ts';
import { usePushSettings } from './use-push-settings.ts';

/** What the push service says of a test is known a moment after it was sent; a device it no longer knows is made anew. */
const SETTLED_MS = 2_500;

/** Everything between a new idea and this person's device, and a way to try it. */
export const WillIGetIt = ({ user }: { user: User }) => {
  const device = useThisDevice();
  const facts = useBrowserFacts(device.state.is);
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
    <div className="column grid items-start gap-5 lg:grid-cols-[1fr_24rem]">
      <CheckList
        verdict={verdictOf(checks, user.role)}
        checks={checks}
        actions={{
          subscription: <DeviceAction device={device} />,
          installed: facts.ios && !facts.standalone && <IosSteps />,
        }}
      />
      <div className="grid gap-5">
        <PushTestPanel onDone={() => void setTimeout(device.check, SETTLED_MS)} />
        {user.role === 'educator' && <PushToAllPanel />}
        <PushHints />
      </div>
    </div>
  );
};

/** The same for a visitor: what can be said without knowing them, and the way to the rest. */
export const WillIGetItSignedOut = ({ signIn }: { signIn: string }) => {
  const facts = useBrowserFacts();
  return (
    <div className="column grid items-start gap-5 lg:grid-cols-[1fr_24rem]">
      <CheckList
        checks={browserChecks(facts)}
        actions={{
          installed: facts.ios && !facts.standalone && <IosSteps />,
        }}
      />
      <div className="grid gap-5">
        <section
          aria-labelledby="sign-in-first"
          className="grid gap-4 rounded-l border border-line-soft bg-surface p-5 shadow-lift sm:p-6"
        >
          <div>
            <h2 id="sign-in-first" className="text-xl">
              Sign in to try it
            </h2>
            <p className="mt-1 text-sm text-pretty text-muted">
              A test notification goes to your own devices, so we must know whose they are.
            </p>
          </div>
          <ButtonLink href={signIn} variant="primary" wide>
            Sign in
            <Icon name="right" size={18} />
          </ButtonLink>
        </section>
        <PushHints />
      </div>
    </div>
  );
};
