import { useEffect } from 'react';
import { saveFile } from '../../shared/storage/save-file.ts';
import { Button } from '../../shared/ui/button.tsx';
import { focusOnMount } from '../../shared/ui/focus-region.ts';

/** Codes for a sign-in without the app. They are shown once. */
export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const text = `${codes.join('\n')}\n`;
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  return (
    <section
      ref={focusOnMount}
      tabIndex={-1}
      aria-label="Recovery codes"
      className="grid gap-4 rounded-control border border-line-soft p-4"
    >
      <p className="text-pretty">
        Keep these recovery codes where you can find them without your phone. Each gets you in once, and they
        are not shown again.
      </p>
      <ol className="grid grid-cols-1 gap-x-6 gap-y-1 font-medium tabular-nums min-[26rem]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => saveFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}>
          Download
        </Button>
        <Button variant="primary" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </section>
  );
};
