import { BRAND } from '../../contract/brand.ts';
import { type PushMessage, pushMessage } from '../../contract/push.ts';
import { apiUrl } from '../shared/api/api-base.ts';
import { paths } from '../shared/paths.ts';

/** Kept with a notice: where a press leads, and of when it is. */
export type NoticeData = { path: string; at: string | null };
/** What the system is asked to show. Newer than the types of the platform: `image`, `timestamp` and `renotify`. */
export type NoticeOptions = NotificationOptions & {
  image?: string;
  timestamp?: number;
  renotify?: boolean;
  tag: string;
  data: NoticeData;
};
export type Notice = { title: string; options: NoticeOptions };

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
    data: { path: paths.customerDashboard, at: null },
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
      data: { path: message.path, at: message.at },
    },
  };
};

/**
 * The same notice, made to sound where it takes the place of another: an idea that was closed is news, the same message
 * once more is none. Browsers replace silently unless told so.
 */
export const soundingAnew = ({ title, options }: Notice, replaced: NoticeData | undefined): Notice =>
  replaced && replaced.at !== options.data.at && options.tag !== ''
    ? { title, options: { ...options, renotify: true } }
    : { title, options };
