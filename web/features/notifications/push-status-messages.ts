import { isIos } from '../../shared/pwa/installation.ts';
import type { DeviceState } from './device-push-state.ts';

type StatusMessage = { title: string; text: string };

/** Explains a state and what to do about it. */
export const describeDeviceState = (state: DeviceState): StatusMessage => {
  switch (state.is) {
    case 'checking':
      return { title: 'Checking this device…', text: 'This takes a moment.' };
    case 'unsupported':
      return {
        title: 'Not supported by this browser',
        text: "This browser can't receive notifications. Use a current Chrome, Edge, Firefox or Safari.",
      };
    case 'insecure':
      return {
        title: 'Secure connection needed',
        text: 'Notifications need a secure connection. Open this site with https://.',
      };
    case 'install-first':
      return {
        title: 'Add the app to your home screen first',
        text: 'On iPhone and iPad, notifications only work once the app is on your home screen.',
      };
    case 'denied':
      return {
        title: 'Blocked by the browser',
        text: isIos()
          ? 'Allow this app in your device settings under Notifications.'
          : 'Click the icon left of the address bar and allow notifications.',
      };
    case 'off':
      return {
        title: 'Notifications are off',
        text: "You'll only see new ideas while the app is open.",
      };
    case 'failed':
      return { title: "Couldn't turn on notifications", text: state.message };
    case 'on':
      return { title: 'Notifications are on', text: 'New ideas reach you even when the app is closed.' };
  }
};
