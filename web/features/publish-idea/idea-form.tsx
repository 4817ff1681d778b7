import { type ComponentType, type KeyboardEvent, useId } from 'react';
import { fieldTitle, formatFieldValue, ideaFields } from '../../entities/idea/idea-fields.ts';
import { toLadderLevels } from '../../entities/idea/idea-form-values.ts';
import type { Idea } from '../../entities/idea/idea-model.ts';
import { useNow } from '../../shared/hooks/use-now.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FormError, Notice } from '../../shared/ui/notice.tsx';
import { IdeaFormFields } from './idea-form-fields.tsx';
import { IdeaFormPanel } from './idea-form-panel.tsx';
import { listIdeaHints } from './idea-hints.ts';
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

/** Creates or edits a trade idea (SPEC §2), with a live ladder. Ctrl+Enter submits. */
export const IdeaForm = ({
  task,
  ownIdeas,
  media: MediaFields,
  onDone,
  onCancel,
}: {
  task: IdeaFormTask;
  /** For the hint about an open idea of the same pair. */
  ownIdeas: readonly Idea[];
  /** Injected, because features do not import each other. */
  media: IdeaMediaFields;
  /** Called with the stored idea; null without changes. */
  onDone: (idea: Idea | null) => void;
  onCancel?: () => void;
}) => {
  const form = useIdeaForm(task, onDone);
  const heading = useId();
  const now = useNow(60_000);
  const editing = task.mode === 'edit';
  const base = editing ? task.idea : null;
  const others = editing ? ownIdeas.filter(({ id }) => id !== task.idea.id) : ownIdeas;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    const isShortcut = event.ctrlKey || event.metaKey;
    // Enter in a field must not publish by accident.
    const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'file';
    if (isShortcut || isTyping) event.preventDefault();
    if (isShortcut) void form.submit();
  };

  return (
    <form
      ref={form.form}
      aria-labelledby={heading}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      className="overflow-clip rounded-l border border-line-soft bg-surface shadow-lift lg:grid lg:grid-cols-[minmax(0,1fr)_25rem]"
    >
      <div className="grid content-start gap-5 p-4.5 sm:p-7">
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 id={heading} className="text-xl">
            {editing ? 'Edit Trade Idea' : 'Create Trade Idea'}
          </h2>
          <DraftStatus form={form} editing={editing} />
        </div>
        {!editing && <SignalBox key={form.round} fill={form.fill} />}
        {task.mode === 'edit' && task.isDeleted && (
          <Notice tone="error" alert title="This idea was deleted">
            <p>It was deleted in another tab or on another device, and can't be saved any more.</p>
          </Notice>
        )}
        {form.overtaken.length > 0 && base && (
          <Notice title="Changed while you were editing">
            {form.overtaken.map((name) => (
              <p
                key={name}
              >{`${fieldTitle(name)} is now ${formatFieldValue(name, ideaFields[name].read(base))}.`}</p>
            ))}
          </Notice>
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
        hints={listIdeaHints(form.values, others, now)}
      >
        {onCancel && (
          <Button
            size="l"
            className="px-4"
            onClick={() => {
              form.dropDraft();
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
        <Button type="submit" variant="primary" size="l" busy={form.busy} className="min-w-0 flex-1">
          {editing ? 'Save changes' : 'Publish idea'}
        </Button>
      </IdeaFormPanel>
    </form>
  );
};
