import { isIos } from '../../shared/pwa/installation.ts';
import type { DeviceState } from './device-push-state.ts';

export type DeviceWords = { title: string; text: string };

/** What a state means for whoever wants to be notified, and what they can do about it. */
export const wordsOf = (state: DeviceState): DeviceWords => {
  switch (state.is) {
    case 'checking':
      return { title: 'Looking at this device', text: 'One moment.' };
    case 'unsupported':
      return {
        title: 'Not possible in this browser',
        text: 'This browser cannot receive notifications. Use a current Chrome, Edge, Firefox or Safari.',
      };
    case 'insecure':
      return {
        title: 'Not possible over http',
        text: 'This page came unencrypted, and browsers notify from https addresses only. Open its https address, or ask whoever runs this site for one.',
      };
    case 'install-first':
      return {
        title: 'Add the app to your home screen first',
        text: 'On iPhone and iPad notifications reach an app on the home screen only.',
      };
    case 'denied':
      return {
        title: 'Blocked by the browser',
        text: isIos()
          ? 'Allow this app in the settings of your device, under Notifications.'
          : 'It was told not to notify you. Press the icon before the address, then allow notifications.',
      };
    case 'off':
      return {
        title: 'Off on this device',
        text: 'You would see new ideas here only while the app is open.',
      };
    case 'failed':
      return { title: 'Could not be turned on', text: state.message };
    case 'on':
      return { title: 'On for this device', text: 'New ideas reach you here, also while the app is closed.' };
  }
};
