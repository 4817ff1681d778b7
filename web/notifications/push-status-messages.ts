import { type MarketSwitches, markets } from '../../contract/ideas/markets.ts';
import { isIos } from '../shared/pwa/installation.ts';
import type { DeviceState } from './device-push-state.ts';

type StatusMessage = { title: string; text: string };

/** How to undo a refusal. Where that is differs by browser, and phones have no room for it beside the address. */
export const describeUnblocking = (ios: boolean): string =>
  ios
    ? 'Allow this app in your device settings under Notifications.'
    : 'Allow notifications for this site in the settings of your browser or device.';

/** Explains a state, what it means for the markets that are on, and what to do about it. */
export const describeDeviceState = (state: DeviceState, switches: MarketSwitches): StatusMessage => {
  const on = markets.filter((market) => switches[market]);
  const names = on.join(' and ');
  switch (state.type) {
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
        text: describeUnblocking(isIos()),
      };
    case 'off':
      return {
        title: 'Notifications are off',
        text:
          on.length > 0
            ? `${names} ${on.length > 1 ? 'show' : 'shows'} badges only, until you turn on this device.`
            : "You'll only see new ideas while the app is open.",
      };
    case 'failed':
      return { title: "Couldn't turn on notifications", text: state.message };
    case 'on':
      return {
        title: 'Notifications are on',
        text:
          on.length > 0
            ? `New ${names} ideas reach you even when the app is closed.`
            : 'Both markets are off, so no new ideas are sent.',
      };
  }
};
