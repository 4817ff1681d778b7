import type { RefObject } from 'react';
import type { LevelField } from '../../../contract/ideas/levels.ts';
import { ChangeLine } from '../../ideas/change-line.tsx';
import { readField } from '../../ideas/idea-fields.ts';
import type { Idea } from '../../ideas/idea-model.ts';
import { WarningList } from '../../ideas/warning-list.tsx';
import { useLast } from '../../shared/hooks/use-last.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import type { RiskyChange } from './use-inline-edit.ts';

/** Asks before a change in place that adds warnings, as the form does. `change` null closes it. */
export const LevelWarningsDialog = ({
  change,
  idea,
  name,
  input,
  onKeepEditing,
  onSave,
}: {
  change: RiskyChange | null;
  idea: Idea;
  name: LevelField;
  /** Gets the focus after closing. */
  input: RefObject<HTMLElement | null>;
  onKeepEditing: () => void;
  onSave: (change: RiskyChange) => void;
}) => {
  const shown = useLast(change);
  if (!shown) return null;
  return (
    <Dialog
      open={change !== null}
      onOpenChange={(open) => !open && onKeepEditing()}
      size="s"
      title="Check before saving"
      description={<ChangeLine change={{ field: name, old: readField(idea, name), new: shown.value }} />}
      finalFocus={() => input.current ?? true}
      footer={
        <>
          <Button onClick={onKeepEditing}>Keep editing</Button>
          <Button variant="primary" onClick={() => onSave(shown)}>
            Save anyway
          </Button>
        </>
      }
    >
      <WarningList warnings={shown.warnings} />
    </Dialog>
  );
};
