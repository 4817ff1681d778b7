import { BRAND } from '../../../contract/brand.ts';
import { useConfig } from '../../lib/config.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IosSteps } from '../../ui/ios-steps.tsx';
import { useInstall } from './use-install.ts';

/** SPEC §2: a banner with the product's name, one sentence, Install and Not Now / close. */
export const InstallBanner = () => {
  const { kind, install, dismiss } = useInstall();
  const brand = useConfig()?.brand ?? BRAND;
  if (!kind) return null;
  return (
    <section aria-label="Install" className="animate-arrive rounded-m bg-raised p-4 pr-2 shadow-float">
      <div className="flex items-start gap-3.5">
        <img src="/install/icon-192.png" alt="" width="44" height="44" className="mt-0.5 rounded-[10px]" />
        <div className="min-w-0 flex-1">
          <h2 className="text-base font-semibold">{brand}</h2>
          <p className="text-sm text-muted">Get the app for better experience</p>
        </div>
        <IconButton icon="x" label="Close" className="-mt-1.5" onClick={dismiss} />
      </div>
      {kind === 'steps' && (
        <div className="mt-3 text-sm">
          <IosSteps />
        </div>
      )}
      <div className="mt-3 flex justify-end gap-2 pr-2">
        <Button size="s" variant="quiet" onClick={dismiss}>
          Not Now
        </Button>
        {kind === 'offer' && (
          <Button size="s" variant="primary" onClick={install}>
            Install
          </Button>
        )}
      </div>
    </section>
  );
};
