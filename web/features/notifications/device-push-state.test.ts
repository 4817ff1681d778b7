import { afterEach, expect, it, vi } from 'vitest';
import { checkDevice, turnOn } from './device-push-state.ts';

afterEach(() => vi.unstubAllGlobals());

it('a press during a check is not lost, and pressing twice asks once', async () => {
  const registration = Promise.withResolvers<undefined>();
  const requestPermission = vi.fn(async () => 'denied');
  const notification = { permission: 'default', requestPermission };
  vi.stubGlobal('window', { PushManager: {}, Notification: notification });
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => registration.promise } });
  vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => undefined });
  vi.stubGlobal('console', { warn: () => undefined });

  const check = checkDevice('ada');
  const pressed = [turnOn('ada'), turnOn('ada')];
  expect(requestPermission).not.toHaveBeenCalled();
  registration.resolve(undefined);
  await Promise.all([check, ...pressed]);
  expect(requestPermission).toHaveBeenCalledOnce();
});
