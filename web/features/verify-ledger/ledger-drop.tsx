import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { Icon } from '../../shared/ui/icon.tsx';

/** A place to drop a file, or to choose one. */
export const LedgerDrop = ({ onFile, disabled }: { onFile: (file: File) => void; disabled: boolean }) => {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !disabled) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a mouse's shortcut; the button does the same for everyone.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        'grid justify-items-center gap-3 rounded-l border border-dashed px-5 py-10 text-center',
        over ? 'border-dawn bg-dawn-wash' : 'border-line bg-surface',
      )}
    >
      <span className="grid size-14 place-items-center rounded-full bg-dawn-wash text-dawn">
        <Icon name="shield" size={28} />
      </span>
      <p className="max-w-120 text-pretty text-muted">
        Drop a downloaded ledger here. It is checked in this browser, and sent nowhere.
      </p>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="Ledger file"
        className="sr-only"
        tabIndex={-1}
        disabled={disabled}
        onChange={(event) => {
          take(event.target.files);
          // The same file again is a new check.
          event.target.value = '';
        }}
      />
      <Button variant="primary" disabled={disabled} onClick={() => input.current?.click()}>
        Choose a ledger file
      </Button>
    </div>
  );
};
