import type { MarketSwitches } from '../../contract/ideas/markets.ts';
import { Button, type ButtonVariant } from '../shared/ui/button.tsx';
import { IosSteps } from '../shared/ui/ios-steps.tsx';
import type { DeviceState, ThisDevice } from './device-push-state.ts';
import { describeDeviceState } from './push-status-messages.ts';

/** The button of each state that has one. */
const actions: {
  [State in DeviceState['type']]?: {
    label: string;
    variant: ButtonVariant;
    act: 'turnOn' | 'turnOff' | 'check';
  };
} = {
  off: { label: 'Turn on', variant: 'primary', act: 'turnOn' },
  failed: { label: 'Retry', variant: 'secondary', act: 'turnOn' },
  denied: { label: 'Check again', variant: 'secondary', act: 'check' },
  on: { label: 'Turn off', variant: 'quiet', act: 'turnOff' },
};

export const DeviceAction = ({ device }: { device: ThisDevice }) => {
  const action = actions[device.state.type];
  return (
    action && (
      <Button size="s" variant={action.variant} busy={device.busy} onClick={device[action.act]}>
        {action.label}
      </Button>
    )
  );
};

/** The state of notifications on this device, with its button. */
export const DeviceSection = ({ device, markets }: { device: ThisDevice; markets: MarketSwitches }) => {
  const { title, text } = describeDeviceState(device.state, markets);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div role="status" className="min-w-0 flex-1 basis-44">
          <p className="text-lg font-medium">{title}</p>
          <p className="text-sm text-pretty text-muted">{text}</p>
        </div>
        <DeviceAction device={device} />
      </div>
      {device.state.type === 'install-first' && <IosSteps />}
    </div>
  );
};
