import { type ChangeEvent, useState } from 'react';
import { useCurrentUser } from '../../account/session/current-user.ts';
import { getWayHome } from '../../account/session/way-home.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { Field } from '../../shared/ui/field.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { CheckResult, LedgerCheckOutcome, LedgerLimits } from './ledger-check-result.tsx';
import { LedgerDownload } from './ledger-download.tsx';
import { formatHead, parseHead } from './ledger-file.ts';
import { useLedgerCheck } from './use-ledger-check.ts';

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
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) startCheck(file, enteredHead ?? remembered);
  };
  return (
    <>
      <PageHead
        title="Verify the change log"
        subtitle="A tamper-evident log of every change to every idea"
        back={user ? getWayHome(user) : undefined}
        actions={user && <LedgerDownload />}
      />
      <div className="column grid grid-cols-[minmax(0,1fr)] gap-5 pb-6">
        <Field label="Change log file" hint="It's checked in your browser and never uploaded.">
          <TextInput
            type="file"
            accept=".json,application/json"
            disabled={check.state === 'unsupported'}
            // Without this, choosing the same file again fires no change event.
            onClick={(event) => {
              event.currentTarget.value = '';
            }}
            onChange={choose}
            className="cursor-pointer py-1 pl-1 file:mr-3 file:h-9 file:cursor-pointer file:rounded-s file:border-0 file:bg-primary file:px-4 file:font-semibold file:text-primary-ink"
          />
        </Field>
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
