import { useState } from 'react';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { Field } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { LedgerCheckResult, LedgerLimits } from './ledger-check-result.tsx';
import { LedgerDropZone } from './ledger-drop-zone.tsx';
import { formatHead, parseHead } from './ledger-file.ts';
import { type LedgerCheck, useLedgerCheck } from './use-ledger-check.ts';

const Progress = ({ check }: { check: LedgerCheck & { state: 'checking' } }) => (
  <div role="status" className="rounded-l border border-line-soft bg-surface p-5 sm:p-8">
    <p className="font-medium">
      {check.total === null
        ? `Reading ${check.name} …`
        : `Checking entry ${check.checked} of ${check.total} …`}
    </p>
    <progress
      aria-label="Entries checked"
      className="mt-3 h-2 w-full accent-accent"
      value={check.total ? check.checked : undefined}
      max={check.total ?? undefined}
    />
  </div>
);

const Result = ({ check }: { check: LedgerCheck }) => {
  switch (check.state) {
    case 'idle':
    case 'unsupported':
      return (
        <section className="rounded-l border border-line-soft bg-surface p-5 sm:p-8">
          <h2 className="mb-5 text-xl">What this check proves</h2>
          <LedgerLimits />
        </section>
      );
    case 'checking':
      return <Progress check={check} />;
    case 'unreadable':
      return (
        <Notice tone="error" alert title={`${check.name} isn't a ledger file`}>
          {check.error}
        </Notice>
      );
    case 'done':
      return <LedgerCheckResult {...check} />;
  }
};

/** Checks a ledger file, and compares it with a saved fingerprint. */
export const LedgerChecker = () => {
  const { check, startCheck } = useLedgerCheck();
  const [storedHead] = useStored(storageKeys.ledgerHead);
  const [input, setInput] = useState('');
  const enteredHead = parseHead(input);
  const error =
    input.trim() !== '' && !enteredHead ? 'A fingerprint looks like 120:9f2c… (64 hex digits)' : null;
  const remembered = storedHead && storedHead.count > 0 ? storedHead : null;
  return (
    <div className="column grid grid-cols-[minmax(0,1fr)] gap-5 pb-6">
      {check.state === 'unsupported' && (
        <Notice tone="error" alert title="Verification needs a secure (https) connection">
          Open this page with https://, or ask the operator to run <code>npm run admin -- verify-ledger</code>
          .
        </Notice>
      )}
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
      <Result check={check} />
    </div>
  );
};
