import { fieldTitle, formatFieldValue, ideaFields } from '../../entities/idea/idea-fields.ts';
import { toFormValues } from '../../entities/idea/idea-form-values.ts';
import { listAddedWarnings } from '../../entities/idea/idea-warnings.ts';
import type { OpenConflict } from '../../entities/idea/use-save-idea.ts';
import { WarningList } from '../../entities/idea/warning-list.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';

/** What the educator's values would add warnings about: the other change may be the reason. */
const listOwnWarnings = ({ current, changes }: OpenConflict): string[] => {
  const before = toFormValues(current);
  const own = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value ?? '']));
  return listAddedWarnings(before, { ...before, ...own }, [], Date.now());
};

/** Shows both values of a conflict, and lets the educator choose one. */
export const ConflictDialog = ({ conflict }: { conflict: OpenConflict | null }) => {
  const warnings = conflict ? listOwnWarnings(conflict) : [];
  return (
    <Dialog
      open={conflict !== null}
      onOpenChange={(open) => !open && conflict?.choose('later')}
      size="s"
      title="This trade idea has changed"
      description="This idea changed while you were editing. Choose which value to keep."
      footer={
        <>
          <Button onClick={() => conflict?.choose('theirs')}>Keep current</Button>
          <Button variant="primary" onClick={() => conflict?.choose('mine')}>
            Use mine
          </Button>
        </>
      }
    >
      <dl className="grid gap-4">
        {conflict?.fields.map((name) => (
          <div key={name} className="rounded-m border border-line-soft bg-sunken p-4">
            <dt className="text-sm font-medium text-muted">{fieldTitle(name)}</dt>
            <dd className="mt-2 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 wrap-anywhere">
              <span className="text-muted">Current</span>
              <strong className="line-clamp-6 font-semibold whitespace-pre-line">
                {formatFieldValue(name, ideaFields[name].read(conflict.current))}
              </strong>
              <span className="text-muted">Yours</span>
              <strong className="line-clamp-6 font-semibold whitespace-pre-line text-accent">
                {formatFieldValue(name, conflict.changes[name])}
              </strong>
            </dd>
          </div>
        ))}
      </dl>
      {warnings.length > 0 && (
        <div className="mt-4 grid gap-2">
          <p className="text-sm text-muted">If you use yours:</p>
          <WarningList warnings={warnings} />
        </div>
      )}
    </Dialog>
  );
};
