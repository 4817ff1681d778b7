import { type DragEvent, useRef, useState } from 'react';
import { useCurrentUser } from '../../account/session/current-user.ts';
import { getWayHome } from '../../account/session/way-home.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { Button } from '../../shared/ui/button.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { Field } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { CheckResult, LedgerCheckOutcome, LedgerLimits } from './ledger-check-result.tsx';
import { LedgerDownload } from './ledger-download.tsx';
import { formatHead, parseHead } from './ledger-file.ts';
import { useLedgerCheck } from './use-ledger-check.ts';

/** Takes a ledger file by drag and drop or by a file picker. */
const LedgerDropZone = ({ onFile, disabled }: { onFile: (file: File) => void; disabled: boolean }) => {
  const input = useRef<HTMLInputElement>(null);
  const [isDragOver, setDragOver] = useState(false);
  const selectFile = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !disabled) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragOver(false);
    selectFile(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the mouse; the button does the same.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={drop}
      className={classNames(
        'grid justify-items-center gap-3 rounded-l border border-dashed px-5 py-10 text-center',
        isDragOver ? 'border-accent bg-accent-wash' : 'border-line bg-surface',
      )}
    >
      <span className="grid size-14 place-items-center rounded-full bg-accent-wash text-accent">
        <Icon name="shield" size={28} />
      </span>
      <p className="max-w-120 text-pretty text-muted">
        Drop a change log file here. It's checked in your browser and never uploaded.
      </p>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="Change log file"
        className="sr-only"
        tabIndex={-1}
        disabled={disabled}
        onChange={(event) => {
          selectFile(event.target.files);
          // Without this, choosing the same file again fires no change event.
          event.target.value = '';
        }}
      />
      <Button variant="primary" disabled={disabled} onClick={() => input.current?.click()}>
        Choose a change log file
      </Button>
    </div>
  );
};

/**
 * /verify: anyone can check a downloaded ledger in the browser, and compare it with a saved fingerprint. Signed-in users can
 * download it here.
 */
export const VerifyPage = () => {
  const user = useCurrentUser();
  const { check, startCheck } = useLedgerCheck();
  const [storedHead] = useStored(storageKeys.ledgerHead);
  const [input, setInput] = useState('');
  const enteredHead = parseHead(input);
  const error =
    input.trim() !== '' && !enteredHead ? 'A fingerprint looks like 120:9f2c… (64 hex digits)' : null;
  const remembered = storedHead && storedHead.count > 0 ? storedHead : null;
  return (
    <>
      <PageHead
        title="Verify the change log"
        subtitle="A tamper-evident log of every change to every idea"
        back={user ? getWayHome(user) : undefined}
        actions={user && <LedgerDownload />}
      />
      <div className="column grid grid-cols-[minmax(0,1fr)] gap-5 pb-6">
        <LedgerDropZone
          disabled={check.state === 'unsupported'}
          onFile={(file) => startCheck(file, enteredHead ?? remembered)}
        />
        <Field
          label="Compare with a saved fingerprint"
          optional
          error={error}
          hint={
            remembered
              ? `Leave blank to use the last fingerprint this browser saw: ${formatHead(remembered).slice(0, 24)}…`
              : 'This browser has no saved fingerprint yet. Paste one to compare.'
          }
        >
          <TextInput
            value={input}
            spellCheck={false}
            autoComplete="off"
            placeholder="120:9f2c…"
            onChange={(event) => setInput(event.target.value)}
          />
        </Field>
        <CheckResult isDone={check.state === 'done' || check.state === 'unreadable'}>
          <LedgerCheckOutcome check={check} />
        </CheckResult>
        {check.state === 'idle' && (
          <section className="rounded-l border border-line-soft bg-surface p-5 sm:p-8">
            <h2 className="mb-5 text-xl">What this check proves</h2>
            <LedgerLimits result={null} />
          </section>
        )}
      </div>
    </>
  );
};
