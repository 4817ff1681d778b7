import { BRAND } from '../../contract/brand.ts';
import { type PushMessage, pushMessage } from '../../contract/push.ts';
import { apiUrl } from '../lib/api-base.ts';
import { paths } from '../lib/paths.ts';

/** What the system is asked to show. Newer than the types of the platform: `image` and `timestamp`. */
export type NoticeOptions = NotificationOptions & { image?: string; timestamp?: number };
export type Notice = { title: string; options: NoticeOptions & { data: { path: string } } };

const clock = (at: Date, now: Date): string => {
  const sameDay = at.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    ...(sameDay ? {} : { day: 'numeric', month: 'short' }),
  }).format(at);
};

/** What a push says; null where it says nothing this version can read. */
export const readPush = (text: string | undefined): PushMessage | null => {
  try {
    return pushMessage.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
};

const look = { icon: '/install/icon-192.png', badge: '/install/badge-96.png' };

/** A push must be shown whatever it is: browsers take the permission from whoever stays silent. */
const unreadable = (): Notice => ({
  title: BRAND,
  options: {
    ...look,
    body: 'There is news for you. Open the app to read it.',
    tag: 'news',
    data: { path: paths.customerDashboard },
  },
});

/** `silent`: an open page announces the same by itself. Times are of the device's own zone. */
export const noticeOf = (message: PushMessage | null, { silent = false, now = new Date() } = {}): Notice => {
  if (!message) return unreadable();
  const at = new Date(message.at);
  const isTime = !Number.isNaN(at.getTime());
  return {
    title: message.title,
    options: {
      ...look,
      body: [message.body, isTime ? clock(at, now) : ''].filter(Boolean).join('\n'),
      tag: message.tag,
      silent,
      ...(message.image?.startsWith('/') &&
        !message.image.startsWith('//') && { image: apiUrl(message.image) }),
      ...(isTime && { timestamp: at.getTime() }),
      data: { path: message.path },
    },
  };
};
