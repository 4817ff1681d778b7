import type { KeyboardEvent } from 'react';
import type { LevelField } from '../../../contract/ideas/levels.ts';
import { levelNames } from '../../../contract/ideas/levels.ts';
import { ChangeLine } from '../../ideas/change-line.tsx';
import { fieldLabels, fieldTitle, readField } from '../../ideas/idea-fields.ts';
import { isRequired } from '../../ideas/idea-form-values.ts';
import type { Idea } from '../../ideas/idea-model.ts';
import { WarningList } from '../../ideas/warning-list.tsx';
import { readPrice } from '../../shared/decimal-input.ts';
import { useLast } from '../../shared/hooks/use-last.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { ConfirmDialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { echoNumber } from '../../shared/ui/number-echo.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { useInlineEdit } from './use-inline-edit.ts';

const checkLevel = (name: LevelField) => (text: string) => {
  if (text.trim()) return readPrice(text);
  return isRequired(name) ? { error: `${fieldTitle(name)} is required` } : { value: null };
};

/** A level that can be edited in place (SPEC §2). Enter saves, Escape cancels. */
export const InlineLevel = ({
  idea,
  name,
  isInvalidated,
}: {
  idea: Idea;
  name: LevelField;
  isInvalidated: boolean;
}) => {
  const { button, input, edit, error, busy, begin, type, cancel, submit, risky, keepEditing, saveRisky } =
    useInlineEdit<HTMLInputElement>(idea, name, checkLevel(name));
  const asked = useLast(risky);

  const onKeyDown = (event: KeyboardEvent) => {
    // These keys confirm or cancel the text of an input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') void submit();
    else if (event.key === 'Escape') cancel();
    else return;
    event.preventDefault();
  };

  const value = readField(idea, name);
  if (!edit)
    return (
      <button
        ref={button}
        type="button"
        onClick={begin}
        className="group grid min-h-14 min-w-0 content-center gap-0.5 rounded-[12px] border border-line-soft bg-sunken px-3.5 py-2 text-left transition-colors duration-150 hover:border-edge"
      >
        <span className="flex items-center justify-between gap-2 text-xs text-muted">
          {levelNames[name]}
          <Icon name="edit" size={14} className="text-faint group-hover:text-text" />
        </span>
        <span
          className={classNames(
            'font-semibold wrap-anywhere tabular-nums',
            !value && 'font-normal text-faint',
            value && isInvalidated && 'text-muted line-through decoration-1',
          )}
        >
          {value ?? 'Add'}
        </span>
        <span className="sr-only">Edit</span>
      </button>
    );
  return (
    <Field
      label={fieldTitle(name)}
      error={error}
      hint={edit.text.trim() && echoNumber(edit.text, { reading: readPrice(edit.text), onChoose: type })}
      className="col-span-full @min-[56rem]:col-span-1"
    >
      <div className="flex">
        <TextInput
          ref={input}
          value={edit.text}
          inputMode="decimal"
          autoComplete="off"
          readOnly={busy}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          className="tabular-nums"
        />
        <IconButton
          icon="check"
          label={`Save ${fieldLabels[name]}`}
          aria-disabled={busy || undefined}
          onClick={() => void submit()}
        />
        <IconButton
          icon="x"
          label="Cancel"
          aria-disabled={busy || undefined}
          onClick={() => !busy && cancel()}
        />
      </div>
      <ConfirmDialog
        open={risky !== null}
        onOpenChange={keepEditing}
        title="Check before saving"
        description={
          asked && (
            <div className="grid gap-4">
              <p>
                <ChangeLine change={{ field: name, old: value, new: asked.value }} />
              </p>
              <WarningList warnings={asked.warnings} />
            </div>
          )
        }
        confirmLabel="Save anyway"
        tone="primary"
        onConfirm={saveRisky}
      />
    </Field>
  );
};
