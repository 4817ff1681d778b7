import { type PushMessage, pushMessage } from '../../contract/notifications/push.ts';
import { BRAND } from '../../contract/shared/brand.ts';
import { shortTime } from '../shared/absolute-time.ts';
import { apiUrl } from '../shared/api/api-base.ts';
import { paths } from '../shared/paths.ts';

/** Data of a notification: the path a click opens, and its time. */
export type NotificationData = { path: string; at: string | null };
/** Options of a notification. TypeScript's types lack `image`, `timestamp` and `renotify`. */
type ExtendedNotificationOptions = NotificationOptions & {
  image?: string;
  timestamp?: number;
  renotify?: boolean;
  tag: string;
  data: NotificationData;
};
type NotificationContent = { title: string; options: ExtendedNotificationOptions };

/** The message of a push; null when this version cannot parse it. */
export const parsePushMessage = (text: string | undefined): PushMessage | null => {
  try {
    return pushMessage.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
};

const icons = { icon: '/install/icon-192.png', badge: '/install/badge-96.png' };

/** Every push must show a notification: browsers revoke the permission otherwise. */
const unknownMessage = (): NotificationContent => ({
  title: BRAND,
  options: {
    ...icons,
    body: 'There is news for you. Open the app to read it.',
    tag: 'news',
    data: { path: paths.customerDashboard, at: null },
  },
});

/** `silent` when an open page announces the same idea. Times are in the device's zone. */
export const toNotification = (
  message: PushMessage | null,
  { silent = false, now = new Date() } = {},
): NotificationContent => {
  if (!message) return unknownMessage();
  const at = new Date(message.at);
  const hasTime = !Number.isNaN(at.getTime());
  return {
    title: message.title,
    options: {
      ...icons,
      body: [message.body, hasTime ? shortTime(at, now) : ''].filter(Boolean).join('\n'),
      tag: message.tag,
      silent,
      ...(message.image?.startsWith('/') &&
        !message.image.startsWith('//') && { image: apiUrl(message.image) }),
      ...(hasTime && { timestamp: at.getTime() }),
      data: { path: message.path, at: message.at },
    },
  };
};

/**
 * Makes a notification that replaces another one alert again (`renotify`) when its text differs. Browsers replace
 * silently by default.
 */
export const withRenotify = (
  { title, options }: NotificationContent,
  replaced: NotificationData | undefined,
): NotificationContent =>
  replaced && replaced.at !== options.data.at && options.tag !== ''
    ? { title, options: { ...options, renotify: true } }
    : { title, options };
