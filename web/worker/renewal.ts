import { renewPush } from '../../contract/push.ts';
import { apiUrl } from '../shared/api/api-base.ts';
import { type PushIdentity, readIdentity, toIdentity, writeIdentity } from '../shared/pwa/push-memory.ts';

/** `pushsubscriptionchange` (Push API): not in the platform's types everywhere. */
type Change = ExtendableEvent & {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
};

/**
 * The browser has replaced the subscription, often while no page is open. The server learns of it from here, by the
 * secret of the one before; if it cannot be reached now, the next visit registers the device anyway.
 */
const renew = async (worker: ServiceWorkerGlobalScope, change: Change): Promise<void> => {
  const { oldSubscription: old, newSubscription } = change;
  const previous: PushIdentity | undefined =
    (await readIdentity()) ?? (old ? toIdentity(old.toJSON()) : undefined);
  if (!previous) return;
  const key = old?.options.applicationServerKey;
  const { pushManager } = worker.registration;
  const made =
    newSubscription ??
    (await pushManager.getSubscription()) ??
    (key ? await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }) : null);
  if (!made) return;
  const subscription = made.toJSON();
  const answer = await fetch(apiUrl(renewPush.path), {
    method: renewPush.method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      previous: { endpoint: previous.endpoint, auth: previous.auth },
      subscription,
    }),
  });
  // The server gives the device's row the new subscription: it is the same device.
  if (answer.ok) await writeIdentity({ ...toIdentity(subscription), deviceId: previous.deviceId });
};

export const renewSubscriptions = (worker: ServiceWorkerGlobalScope): void => {
  worker.addEventListener('pushsubscriptionchange', (event) => {
    const change = event as Change;
    change.waitUntil(renew(worker, change));
  });
};
