import { formatOrientation, type OrderType } from '../../contract/ideas/ideas.ts';
import type { NewIdea } from '../../contract/publishing/idea-writing.ts';
import type { Idea } from '../ideas/idea-model.ts';
import { WarningList } from '../ideas/warning-list.tsx';
import { useLast } from '../shared/hooks/use-last.ts';
import { lazyPart } from '../shared/loading/lazy-part.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Dialog } from '../shared/ui/dialog.tsx';
import { DirectionArrow } from '../shared/ui/direction-chip.tsx';
import { loadingShape } from '../shared/ui/skeleton.tsx';

/** The valid values of the form, with its warnings at that time. */
export type Preview = { input: NewIdea; base: Idea | null; warnings: readonly string[]; at: Date };

const IdeaPreview = lazyPart(() => import('./idea-preview.tsx'), {
  fallback: loadingShape('h-96 rounded-m'),
});

/** Both fit beside each other on a phone. */
const footerButton = 'max-sm:flex-1 max-sm:px-3!';

const texts = {
  create: { check: 'Check before publishing', submit: 'Publish idea', anyway: 'Publish anyway' },
  edit: { check: 'Check before saving', submit: 'Save changes', anyway: 'Save anyway' },
};

/** Shows what customers would get, below the warnings. `preview` null closes it. */
export const PreviewDialog = ({
  preview,
  turned,
  onTurn,
  onBack,
  onSubmit,
}: {
  preview: Preview | null;
  /** The direction that all levels are right for, if they are wrong for this one. */
  turned: OrderType | null;
  onTurn: (turned: OrderType) => void;
  onBack: () => void;
  onSubmit: (preview: Preview) => void;
}) => {
  const shown = useLast(preview);
  if (!shown) return null;
  const { warnings, base } = shown;
  const text = texts[base ? 'edit' : 'create'];
  return (
    <Dialog
      open={preview !== null}
      onOpenChange={(open) => !open && onBack()}
      size="xl"
      title={warnings.length > 0 ? text.check : 'Preview'}
      description={base ? 'What customers will see.' : 'What customers will get.'}
      footer={
        <>
          <Button className={footerButton} onClick={onBack}>
            Back to the form
          </Button>
          <Button variant="primary" className={footerButton} onClick={() => onSubmit(shown)}>
            {warnings.length > 0 ? text.anyway : text.submit}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {warnings.length > 0 && <WarningList warnings={warnings} />}
        {turned && (
          <Button className="justify-self-start" onClick={() => onTurn(turned)}>
            <DirectionArrow order={turned} /> Make it {formatOrientation(turned).toLowerCase()}
          </Button>
        )}
        <IdeaPreview input={shown.input} base={base} at={shown.at} />
      </div>
    </Dialog>
  );
};
