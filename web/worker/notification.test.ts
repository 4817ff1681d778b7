import { describe, expect, it } from 'vitest';
import type { PushMessage } from '../../contract/notifications/push.ts';
import { parsePushMessage, toNotification, withRenotify } from './notification.ts';

const message: PushMessage = {
  kind: 'idea',
  title: 'EUR/USD Bullish',
  body: 'Forex, Leverage. Ada Wren',
  tag: 'idea-1',
  path: '/ideas/1',
  image: '/media/cover.jpg',
  at: new Date(2026, 10, 20, 14, 2).toISOString(),
  ideaId: '1',
  market: 'Forex',
};
const now = new Date(2026, 10, 20, 14, 5);

describe('the notification of a push', () => {
  it('shows the text, local time, image and path of the message', () => {
    expect(toNotification(message, { now })).toEqual({
      title: 'EUR/USD Bullish',
      options: {
        body: 'Forex, Leverage. Ada Wren\n14:02',
        tag: 'idea-1',
        icon: '/install/icon-192.png',
        badge: '/install/badge-96.png',
        image: '/media/cover.jpg',
        silent: false,
        timestamp: Date.parse(message.at),
        data: { path: '/ideas/1', at: message.at },
      },
    });
  });

  it('names the day of an older message', () => {
    expect(toNotification(message, { now: new Date(2026, 10, 21, 9, 0) }).options.body).toMatch(
      /20 Nov, 14:02$/,
    );
  });

  it('shows no image when there is none or it is on another origin', () => {
    for (const image of [null, 'https://elsewhere.example/a.jpg', '//elsewhere.example/a.jpg'])
      expect(toNotification({ ...message, image }, { now }).options).not.toHaveProperty('image');
  });

  it.each([
    undefined,
    '',
    'not JSON',
    '"a string"',
    '{}',
    JSON.stringify({ ...message, path: 'https://elsewhere.example' }),
    JSON.stringify({ ...message, path: '//elsewhere.example' }),
    JSON.stringify({ ...message, kind: 'something of a later version' }),
  ])('shows a push that cannot be read (%s) as news', (text) => {
    expect(parsePushMessage(text)).toBeNull();
    const { title, options } = toNotification(parsePushMessage(text));
    expect(title).toBe('Chartlark');
    expect(options.body).toBe('There is news for you. Open the app to read it.');
    expect(options.data.path).toBe('/customer/dashboard');
  });

  it('alerts again when it replaces another one with a different text only', () => {
    const notice = toNotification(message, { now });
    const path = message.path;
    expect(withRenotify(notice, undefined).options).not.toHaveProperty('renotify');
    expect(withRenotify(notice, { path, at: message.at }).options).not.toHaveProperty('renotify');
    expect(withRenotify(notice, { path, at: '2026-11-20T12:00:00.000Z' }).options.renotify).toBe(true);
    // The platform refuses it without a tag, and a refused notice is a silent push.
    const untagged = toNotification({ ...message, tag: '' }, { now });
    expect(withRenotify(untagged, { path, at: null }).options).not.toHaveProperty('renotify');
  });

  it('parses what the server sends', () => {
    expect(parsePushMessage(JSON.stringify(message))).toEqual(message);
  });
});
