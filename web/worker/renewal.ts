import { renewPush } from '../../contract/notifications/push.ts';
import { apiUrl } from '../shared/api/api-base.ts';
import { type PushIdentity, readIdentity, toIdentity, writeIdentity } from '../shared/pwa/push-memory.ts';

/** The `pushsubscriptionchange` event (Push API), which TypeScript's types lack. */
type SubscriptionChangeEvent = ExtendableEvent & {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
};

/**
 * Tells the server that the browser replaced the subscription, often while no page is open. The secret of the previous one
 * proves ownership. If the server cannot be reached, the next visit registers the device.
 */
const renew = async (worker: ServiceWorkerGlobalScope, change: SubscriptionChangeEvent): Promise<void> => {
  const { oldSubscription: old, newSubscription } = change;
  const previous: PushIdentity | undefined =
    (await readIdentity()) ?? (old ? toIdentity(old.toJSON()) : undefined);
  if (!previous) return;
  const key = old?.options.applicationServerKey;
  const { pushManager } = worker.registration;
  const replacement =
    newSubscription ??
    (await pushManager.getSubscription()) ??
    (key ? await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }) : null);
  if (!replacement) return;
  const subscription = replacement.toJSON();
  const response = await fetch(apiUrl(renewPush.path), {
    method: renewPush.method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      previous: { endpoint: previous.endpoint, auth: previous.auth },
      subscription,
    }),
  });
  // The server updates the device's row, so the device id stays.
  if (response.ok) await writeIdentity({ ...toIdentity(subscription), deviceId: previous.deviceId });
};

export const renewChangedSubscriptions = (worker: ServiceWorkerGlobalScope): void => {
  worker.addEventListener('pushsubscriptionchange', (event) => {
    const change = event as SubscriptionChangeEvent;
    change.waitUntil(renew(worker, change));
  });
};
