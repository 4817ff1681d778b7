import { type ComponentType, type KeyboardEvent, useId } from 'react';
import { fieldTitle, formatFieldValue, ideaFields } from '../../entities/idea/idea-fields.ts';
import { toLadderLevels } from '../../entities/idea/idea-form-values.ts';
import type { Idea } from '../../entities/idea/idea-model.ts';
import { useNow } from '../../shared/hooks/use-now.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { IdeaFormFields } from './idea-form-fields.tsx';
import { IdeaFormPanel } from './idea-form-panel.tsx';
import { ideaHints } from './idea-hints.ts';
import { SignalBox } from './signal-box.tsx';
import { type IdeaFormTask, type IdeaMediaValues, useIdeaForm } from './use-idea-form.ts';

/** What shows and changes an idea's photos, voice and video. */
export type IdeaMediaFields = ComponentType<{
  values: IdeaMediaValues;
  faults: { [Name in keyof IdeaMediaValues]?: string | undefined };
  onChange: (update: (values: IdeaMediaValues) => Partial<IdeaMediaValues>) => void;
  onBusy: (busy: boolean) => void;
}>;

/** What is typed is safe, and the way to be rid of it; one press brings it back. It stays one button, and keeps the focus. */
const DraftLine = ({ form, editing }: { form: ReturnType<typeof useIdeaForm>; editing: boolean }) =>
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

/** Creates or edits a trade idea (SPEC §2), with the ladder drawn live beside it. Ctrl+Enter sends. */
export const IdeaForm = ({
  task,
  ownIdeas,
  media: MediaFields,
  onDone,
  onCancel,
}: {
  task: IdeaFormTask;
  /** To say when the same pair is open already. */
  ownIdeas: readonly Idea[];
  /** From the feature of uploads. */
  media: IdeaMediaFields;
  /** With the idea as it was stored; null where nothing had changed. */
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
    const meant = event.ctrlKey || event.metaKey;
    // A stray Enter in a field must not publish to every customer.
    const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'file';
    if (meant || isTyping) event.preventDefault();
    if (meant) void form.submit();
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
          <DraftLine form={form} editing={editing} />
        </div>
        {!editing && <SignalBox fill={form.fill} />}
        {form.overtaken.length > 0 && base && (
          <Notice title="Changed since you typed this">
            {form.overtaken.map((name) => (
              <p
                key={name}
              >{`${fieldTitle(name)} is ${formatFieldValue(name, ideaFields[name].read(base))} now.`}</p>
            ))}
          </Notice>
        )}
        {form.formFault && (
          <Notice tone="fall" alert>
            {form.formFault}
          </Notice>
        )}
        <IdeaFormFields
          form={form}
          media={
            <MediaFields
              key={form.round}
              values={form.values}
              faults={form.faults}
              onChange={form.setMedia}
              onBusy={form.setMediaBusy}
            />
          }
        />
      </div>
      <IdeaFormPanel
        levels={toLadderLevels(form.values)}
        pair={form.values.pair.trim()}
        hints={ideaHints(form.values, others, now)}
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
