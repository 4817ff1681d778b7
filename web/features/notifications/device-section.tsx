import { Button } from '../../shared/ui/button.tsx';
import { IosSteps } from '../../shared/ui/ios-steps.tsx';
import type { ThisDevice } from './device-push-state.ts';
import { describeDeviceState } from './push-status-messages.ts';

/** The button for a state, if there is one. */
export const DeviceAction = ({ device: { state, busy, turnOn, turnOff, check } }: { device: ThisDevice }) => {
  switch (state.is) {
    case 'off':
      return (
        <Button size="s" variant="primary" busy={busy} onClick={turnOn}>
          Turn on
        </Button>
      );
    case 'failed':
      return (
        <Button size="s" busy={busy} onClick={turnOn}>
          Retry
        </Button>
      );
    case 'denied':
      return (
        <Button size="s" busy={busy} onClick={check}>
          Check again
        </Button>
      );
    case 'on':
      return (
        <Button size="s" variant="quiet" busy={busy} onClick={turnOff}>
          Turn off
        </Button>
      );
    default:
      return null;
  }
};

/** The state of notifications on this device, with its button. */
export const DeviceSection = ({ device }: { device: ThisDevice }) => {
  const { title, text } = describeDeviceState(device.state);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div role="status" className="min-w-0 flex-1 basis-44">
          <p className="text-lg font-medium">{title}</p>
          <p className="text-sm text-pretty text-muted">{text}</p>
        </div>
        <DeviceAction device={device} />
      </div>
      {device.state.is === 'install-first' && <IosSteps />}
    </div>
  );
};
