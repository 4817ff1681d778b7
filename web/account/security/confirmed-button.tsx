import { type ComponentProps, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import type { RunConfirmed } from './use-run-confirmed.tsx';

/** A button that is busy until its action, and the password it may ask for, are done. */
export const ConfirmedButton = ({
  runConfirmed,
  action,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'busy' | 'onClick'> & {
  runConfirmed: RunConfirmed;
  action: () => Promise<unknown>;
}) => {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await runConfirmed(action);
    setBusy(false);
  };
  return <Button {...rest} busy={busy} onClick={() => void press()} />;
};
