import { useId, useState } from 'react';
import { BRAND } from '../../../contract/shared/brand.ts';
import { useConfig } from '../../shared/api/config.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Docked } from '../../shared/ui/dock.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { IosSteps } from '../../shared/ui/ios-steps.tsx';
import type { Install } from './use-install.ts';

/** SPEC §2, "Install banner". */
const InstallBanner = ({ kind, install, dismiss }: Install) => {
  const brand = useConfig()?.brand ?? BRAND;
  const [howTo, setHowTo] = useState(false);
  const steps = useId();
  return (
    <Docked aria-label="Install">
      <div className="flex flex-wrap items-center gap-2.5 sm:gap-3.5">
        <img src="/install/icon-192.png" alt="" width="40" height="40" className="rounded-[10px]" />
        <div className="min-w-[min(6rem,100%)] flex-1">
          <h2 className="truncate text-base font-semibold">{brand}</h2>
          <p className="text-xs text-pretty text-muted sm:text-sm">Get the app for better experience</p>
        </div>
        <div className="flex max-w-full flex-wrap items-center gap-1.5 sm:gap-2">
          <Button size="s" variant="quiet" onClick={dismiss} className="max-sm:px-2.5">
            Not Now
          </Button>
          {kind === 'offer' ? (
            <Button size="s" variant="primary" onClick={install}>
              Install
            </Button>
          ) : (
            <Button
              size="s"
              variant="primary"
              aria-expanded={howTo}
              aria-controls={steps}
              onClick={() => setHowTo(!howTo)}
            >
              Show me how
            </Button>
          )}
          {/* On a phone there is only room for "Not Now". */}
          <IconButton icon="x" label="Close" className="max-sm:hidden" onClick={dismiss} />
        </div>
      </div>
      {kind === 'steps' && (
        <div id={steps} hidden={!howTo} className="pt-3 pb-1 text-sm">
          <IosSteps />
        </div>
      )}
    </Docked>
  );
};

export default InstallBanner;
