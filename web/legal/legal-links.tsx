import { useState } from 'react';
import { useConfig } from '../shared/api/config.ts';
import { lazyPart } from '../shared/loading/lazy-part.tsx';
import type { LegalName } from './legal-page.tsx';

const LegalDialog = lazyPart(async () => ({ default: (await import('./legal-page.tsx')).LegalDialog }), {
  kind: 'popup',
});
const linkClasses = 'quiet-link inline-flex min-h-11 items-center';

/** Links under a login: legal texts (in dialogs) and the messaging group (SPEC §2). */
export const LegalLinks = () => {
  const config = useConfig();
  const [shown, setShown] = useState<{ name: LegalName; open: boolean } | null>(null);
  const show = (name: LegalName) => setShown({ name, open: true });
  return (
    <>
      <p className="flex flex-wrap gap-x-5 text-xs text-muted">
        <button type="button" className={linkClasses} onClick={() => show('terms')}>
          Terms of Use
        </button>
        <button type="button" className={linkClasses} onClick={() => show('privacy')}>
          Privacy Policy
        </button>
        {config && (
          <a href={config.messagingUrl} target="_blank" rel="noopener noreferrer" className={linkClasses}>
            Join the group for instant alerts
          </a>
        )}
      </p>
      {shown && <LegalDialog {...shown} onOpenChange={(open) => setShown({ ...shown, open })} />}
    </>
  );
};
