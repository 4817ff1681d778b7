import { addUnseen } from '../shared/pwa/push-memory.ts';
import { type NotificationData, parsePushMessage, toNotification, withRenotify } from './notification.ts';

const isVisible = async (worker: ServiceWorkerGlobalScope): Promise<boolean> => {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.some(({ visibilityState }) => visibilityState === 'visible');
};

/** Sets the app badge. An open page sets it itself, and more exactly. */
const updateBadge = async (worker: ServiceWorkerGlobalScope, ideaId: string): Promise<void> => {
  const unseen = await addUnseen(ideaId);
  await worker.navigator.setAppBadge?.(unseen);
};

/** Shows every push. A new idea is silent when a visible page announces it. */
const showNotification = async (
  worker: ServiceWorkerGlobalScope,
  text: string | undefined,
): Promise<void> => {
  const message = parsePushMessage(text);
  const seen = await isVisible(worker);
  const notice = toNotification(message, { silent: seen && message?.kind === 'idea' });
  const [replaced] = await worker.registration.getNotifications({ tag: notice.options.tag });
  const { title, options } = withRenotify(notice, replaced?.data as NotificationData | undefined);
  await worker.registration.showNotification(title, options);
  if (!seen && message?.kind === 'idea' && message.ideaId !== null) await updateBadge(worker, message.ideaId);
};

export const showNotificationOnPush = (worker: ServiceWorkerGlobalScope): void => {
  worker.addEventListener('push', (event) => event.waitUntil(showNotification(worker, event.data?.text())));
};
