import { markets } from '../../../contract/markets.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { NotificationSettings } from './use-notification-settings.ts';

/** SPEC §2: Forex on/off, Crypto on/off. A choice holds here at once, and says when the server does not know of it yet. */
const NotificationSettingsForm = ({ settings, choose, waiting, sending, retry }: NotificationSettings) => (
  <div className="grid gap-4">
    <div className="divide-y divide-line-soft">
      {markets.map((market) => (
        <Switch
          key={market}
          label={market}
          checked={settings[market]}
          onChange={(on) => choose(market, on)}
        />
      ))}
    </div>
    {waiting && (
      <Notice tone="dawn" alert title="Kept on this device">
        <p className="mt-1">
          The server could not be reached. Your choice is sent as soon as you are online again.
        </p>
        <Button size="s" className="mt-3" busy={sending} onClick={retry}>
          Retry
        </Button>
      </Notice>
    )}
  </div>
);

export default NotificationSettingsForm;
