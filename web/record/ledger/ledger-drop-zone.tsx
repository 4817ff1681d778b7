import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { Icon } from '../../shared/ui/icon.tsx';

/** Takes a ledger file by drag and drop or by a file picker. */
export const LedgerDropZone = ({ onFile, disabled }: { onFile: (file: File) => void; disabled: boolean }) => {
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
