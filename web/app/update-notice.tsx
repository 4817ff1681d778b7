import { useState } from 'react';
import { useUpdate } from '../shared/pwa/service-worker.ts';
import { Button } from '../shared/ui/button.tsx';
import { Docked } from '../shared/ui/dock.tsx';
import { IconButton } from '../shared/ui/icon-button.tsx';

/** Offers a new version. It is activated only on request, so an open page never changes by itself. */
export const UpdateNotice = () => {
  const begin = useUpdate();
  const [dismissed, setDismissed] = useState<typeof begin>(null);
  const [busy, setBusy] = useState(false);
  const shown = begin !== null && begin !== dismissed;
  return (
    // The live region exists before its text, so that screen readers announce the text.
    <div role="status">
      {shown && (
        <Docked aria-label="Update">
          <div className="flex items-center gap-3">
            <p className="min-w-0 flex-1 font-medium">A new version is ready.</p>
            <Button
              size="s"
              variant="primary"
              busy={busy}
              onClick={() => {
                setBusy(true);
                begin();
              }}
            >
              Reload
            </Button>
            <IconButton icon="x" label="Later" onClick={() => setDismissed(() => begin)} />
          </div>
        </Docked>
      )}
    </div>
  );
};
