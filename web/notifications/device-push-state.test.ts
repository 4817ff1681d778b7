import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkDevice, turnOn } from './device-push-state.ts';

afterEach(() => vi.unstubAllGlobals());

let registration: PromiseWithResolvers<undefined>;
const requestPermission = vi.fn<() => Promise<NotificationPermission>>();

beforeEach(() => {
  registration = Promise.withResolvers();
  requestPermission.mockReset().mockResolvedValue('denied');
  const notification = { permission: 'default', requestPermission };
  vi.stubGlobal('window', { PushManager: {}, Notification: notification });
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => registration.promise } });
  vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => undefined });
  vi.stubGlobal('console', { warn: () => undefined });
});

it('does not lose a press during a check, and asks once for two presses', async () => {
  const check = checkDevice('ada');
  const pressed = [turnOn('ada'), turnOn('ada')];
  expect(requestPermission).not.toHaveBeenCalled();
  registration.resolve(undefined);
  await Promise.all([check, ...pressed]);
  expect(requestPermission).toHaveBeenCalledOnce();
});
