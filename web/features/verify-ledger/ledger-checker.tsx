import { useState } from 'react';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { Field } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { LedgerLimits, LedgerVerdictCard } from './ledger-check-result.tsx';
import { LedgerDrop } from './ledger-drop.tsx';
import { headText, parseHead } from './ledger-file.ts';
import { type LedgerCheck, useLedgerCheck } from './use-ledger-check.ts';

const Progress = ({ check }: { check: LedgerCheck & { state: 'checking' } }) => (
  <div role="status" className="rounded-l border border-line-soft bg-surface p-5 sm:p-8">
    <p className="font-medium">
      {check.total === null ? `Reading ${check.name} …` : `Checking row ${check.checked} of ${check.total} …`}
    </p>
    <progress
      aria-label="Rows checked"
      className="mt-3 h-2 w-full accent-(--dawn)"
      value={check.total ? check.checked : undefined}
      max={check.total ?? undefined}
    />
  </div>
);

const Result = ({ check }: { check: LedgerCheck }) => {
  switch (check.state) {
    case 'idle':
    case 'unable':
      return (
        <section className="rounded-l border border-line-soft bg-surface p-5 sm:p-8">
          <h2 className="mb-5 text-xl">What a check can tell</h2>
          <LedgerLimits />
        </section>
      );
    case 'checking':
      return <Progress check={check} />;
    case 'unreadable':
      return (
        <Notice tone="fall" alert title={`${check.name} is no ledger`}>
          {check.fault}
        </Notice>
      );
    case 'done':
      return <LedgerVerdictCard {...check} />;
  }
};

/** Choose a file, say what to compare it with, read what the check found. */
export const LedgerChecker = () => {
  const { check, begin } = useLedgerCheck();
  const [own] = useStored(storageKeys.ledgerHead);
  const [note, setNote] = useState('');
  const noted = parseHead(note);
  const fault = note.trim() !== '' && !noted ? 'A head is a number, a colon and 64 hexadecimal digits' : null;
  const remembered = own && own.count > 0 ? own : null;
  return (
    <div className="column grid grid-cols-[minmax(0,1fr)] gap-5 pb-6">
      {check.state === 'unable' && (
        <Notice tone="fall" alert title="This browser cannot check a ledger at this address">
          Browsers offer their cryptography only to pages over https. Open this page over https, or ask the
          operator to run <code>npm run admin -- verify-ledger</code>.
        </Notice>
      )}
      <LedgerDrop disabled={check.state === 'unable'} onFile={(file) => begin(file, noted ?? remembered)} />
      <Field
        label="A head noted earlier, to compare with"
        optional
        error={fault}
        hint={
          remembered
            ? `Left empty, it is compared with the head this browser saw last: ${headText(remembered).slice(0, 24)}…`
            : 'This browser has not seen a ledger yet, so only a head you noted can be compared.'
        }
      >
        <TextInput
          value={note}
          spellCheck={false}
          autoComplete="off"
          placeholder="120:9f2c…"
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <Result check={check} />
    </div>
  );
};
