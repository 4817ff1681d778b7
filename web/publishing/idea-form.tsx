import { type ComponentType, type KeyboardEvent, useId, useState } from 'react';
import type { NewIdea } from '../../contract/publishing/idea-writing.ts';
import { toLadderLevels } from '../ideas/idea-form-values.ts';
import type { Idea } from '../ideas/idea-model.ts';
import {
  findFittingDirection,
  listAddedWarnings,
  listIdeaHints,
  listIdeaWarnings,
} from '../ideas/idea-warnings.ts';
import { useNow } from '../shared/hooks/use-now.ts';
import { serverNow } from '../shared/server-clock.ts';
import { Button } from '../shared/ui/button.tsx';
import { cardClass } from '../shared/ui/card-class.ts';
import { FormError } from '../shared/ui/notice.tsx';
import { toOriginalValues } from './idea-drafts.ts';
import { IdeaFormFields } from './idea-form-fields.tsx';
import { IdeaFormPanel } from './idea-form-panel.tsx';
import { type Preview, PreviewDialog } from './preview-dialog.tsx';
import { SignalBox } from './signal/signal-box.tsx';
import { type IdeaFormTask, type IdeaMediaValues, useIdeaForm } from './use-idea-form.ts';

/** A component that edits photos, voice and video of an idea. */
type IdeaMediaFields = ComponentType<{
  values: IdeaMediaValues;
  errors: { [Name in keyof IdeaMediaValues]?: string | undefined };
  onChange: (update: (values: IdeaMediaValues) => Partial<IdeaMediaValues>) => void;
  onBusy: (busy: boolean) => void;
}>;

/** The state of the draft, with Clear and Undo. It is one button, so that it keeps the focus. */
const DraftStatus = ({ form, editing }: { form: ReturnType<typeof useIdeaForm>; editing: boolean }) =>
  (form.dirty || form.undoClear) && (
    <p role="status" className="flex items-center gap-1 text-sm text-faint">
      {form.dirty ? 'Draft saved on this device' : editing ? 'Changes discarded' : 'Form cleared'}
      <Button
        size="s"
        variant="quiet"
        className="-mr-3"
        onClick={form.dirty ? form.clear : (form.undoClear ?? undefined)}
      >
        {!form.dirty ? 'Undo' : editing ? 'Discard' : 'Clear'}
      </Button>
    </p>
  );

/**
 * Creates or edits a trade idea (SPEC §2), with a live ladder. Ctrl+Enter submits. If there are warnings, submitting shows
 * them with the preview first; an edit only does so when it adds one.
 */
export const IdeaForm = ({
  task,
  ownIdeas,
  media: MediaFields,
  onDone,
  onCancel,
}: {
  task: IdeaFormTask;
  /** For the hint about an active idea of the same pair. */
  ownIdeas: readonly Idea[];
  /** Injected, because features do not import each other. */
  media: IdeaMediaFields;
  /** Called with the stored idea; null without changes. */
  onDone: (idea: Idea | null) => void;
  onCancel?: () => void;
}) => {
  const now = useNow(60_000);
  const form = useIdeaForm(task, now, onDone);
  const heading = useId();
  const editing = task.mode === 'edit';
  const { base } = form;
  const others = editing ? ownIdeas.filter(({ id }) => id !== task.idea.id) : ownIdeas;

  const [preview, setPreview] = useState<Preview | null>(null);
  const warnings = listIdeaWarnings(form.values, others, now);
  const asked = editing ? listAddedWarnings(toOriginalValues(base), form.values, others, now) : warnings;

  const openPreview = (input: NewIdea) => setPreview({ input, base, warnings, at: new Date(serverNow()) });
  const showPreview = () => {
    if (form.busy) return;
    const checked = form.check();
    if ('errors' in checked) form.showProblem(checked);
    else openPreview(checked.input);
  };
  const submit = () => {
    if (form.busy) return;
    const checked = form.check();
    if ('errors' in checked) return form.fail(checked);
    const { input } = checked;
    if (asked.length > 0 && !form.isRetry(input)) openPreview(input);
    else void form.send(input);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    const isShortcut = event.ctrlKey || event.metaKey;
    // Enter in a field must not publish by accident.
    const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'file';
    if (isShortcut || isTyping) event.preventDefault();
    if (isShortcut) submit();
  };

  return (
    <>
      <form
        ref={form.form}
        aria-labelledby={heading}
        noValidate
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className={`overflow-clip ${cardClass} lg:grid lg:grid-cols-[minmax(0,1fr)_25rem]`}
      >
        <div className="grid content-start gap-5 p-4.5 sm:p-7">
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h2 id={heading} className="text-xl">
              {editing ? 'Edit Trade Idea' : 'Create Trade Idea'}
            </h2>
            <DraftStatus form={form} editing={editing} />
          </div>
          {!editing && (
            <SignalBox
              key={form.round}
              fill={form.fill}
              onPair={(pair) => {
                form.set('pair', pair);
                form.focusField('pair');
              }}
              missing={form.missing}
              onGoTo={form.focusField}
            />
          )}
          <FormError>{form.formError}</FormError>
          <IdeaFormFields
            form={form}
            media={
              <MediaFields
                key={form.round}
                values={form.values}
                errors={form.errors}
                onChange={form.setMedia}
                onBusy={form.setMediaBusy}
              />
            }
          />
        </div>
        <IdeaFormPanel
          levels={toLadderLevels(form.values)}
          pair={form.values.pair.trim()}
          hints={listIdeaHints(form.values, warnings)}
        >
          {onCancel && (
            <Button
              size="l"
              className="px-4!"
              onClick={() => {
                form.dropDraft();
                onCancel();
              }}
            >
              Cancel
            </Button>
          )}
          <Button size="l" className="px-3! sm:px-4!" aria-haspopup="dialog" onClick={showPreview}>
            Preview
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="l"
            busy={form.busy}
            className="min-w-max flex-1 px-3!"
          >
            {editing ? 'Save changes' : 'Publish idea'}
          </Button>
        </IdeaFormPanel>
      </form>
      {/* Outside the form: its keys must not reach the form's shortcut. */}
      <PreviewDialog
        preview={preview}
        turned={editing ? null : findFittingDirection(form.values)}
        onTurn={(order_type) => {
          form.set('order_type', order_type);
          const left = listIdeaWarnings({ ...form.values, order_type }, others, now);
          setPreview((was) => was && { ...was, input: { ...was.input, order_type }, warnings: left });
        }}
        onBack={() => setPreview(null)}
        onSubmit={({ input }) => {
          setPreview(null);
          void form.send(input);
        }}
      />
    </>
  );
};
