import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { levelFields } from '../../contract/ideas/levels.ts';
import {
  type IdeaFormValues,
  listMissing,
  type RequiredField,
  toLadderLevels,
} from '../ideas/idea-form-values.ts';
import type { Idea } from '../ideas/idea-model.ts';
import { listIdeaHints } from '../ideas/idea-warnings.ts';
import { useNow } from '../shared/hooks/use-now.ts';
import { Button } from '../shared/ui/button.tsx';
import { cardClass } from '../shared/ui/card-class.ts';
import { FormError } from '../shared/ui/notice.tsx';
import { showToast } from '../shared/ui/toast.ts';
import { takeCopied } from './copied-idea.ts';
import { IdeaFormFields } from './idea-form-fields.tsx';
import { IdeaFormPanel } from './idea-form-panel.tsx';
import { TemplatesDialog } from './idea-templates.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { SignalBox } from './signal/signal-box.tsx';
import { useIdeaForm } from './use-idea-form.ts';
import { useSubmission } from './use-submission.ts';

type Form = ReturnType<typeof useIdeaForm>;

/** The state of the draft, with Clear and Undo. It is one button, so that it keeps the focus. */
const DraftStatus = ({ form: { draft, restart } }: { form: Form }) => {
  const clear = () => {
    draft.clear();
    restart();
  };
  return (
    (draft.dirty || draft.undo) && (
      <p role="status" className="flex items-center gap-1 text-sm text-faint">
        {draft.dirty ? 'Draft saved on this device' : draft.base ? 'Changes discarded' : 'Form cleared'}
        <Button
          size="s"
          variant="quiet"
          className="-mr-3"
          onClick={draft.dirty ? clear : (draft.undo ?? undefined)}
        >
          {!draft.dirty ? 'Undo' : draft.base ? 'Discard' : 'Clear'}
        </Button>
      </p>
    )
  );
};

/** Fills the form from a pasted signal. */
const FormSignal = ({ form: { element, fields } }: { form: Form }) => {
  const focusField = (name: RequiredField) =>
    element.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
  return (
    <SignalBox
      key={fields.round}
      fill={fields.fill}
      onPair={(pair) => {
        fields.set('pair', pair);
        focusField('pair');
      }}
      missing={listMissing(fields.values, fields.required)}
      onGoTo={focusField}
    />
  );
};

/** Fills the form; a draft that it replaces comes back by Undo. */
const fillForm = ({ fields }: Form, title: string, values: Partial<IdeaFormValues>): void => {
  showToast({ title, action: { label: 'Undo', run: fields.replace(values) } });
};

/** Fills the form from an own idea that was copied. */
const useCopied = (form: Form, isNew: boolean) => {
  const fill = useEffectEvent(({ pair, time_frame, order_type, idea_type, ...idea }: Idea) => {
    const levels = Object.fromEntries(levelFields.map((name) => [name, idea[name] ?? '']));
    fillForm(form, `Copied from ${pair}`, { pair, time_frame, order_type, idea_type, ...levels });
  });
  useEffect(() => {
    const idea = isNew && takeCopied();
    if (idea) fill(idea);
  }, [isNew]);
};

/** Ctrl+Enter submits; Enter in a field must not publish by accident. */
const onEnter = (submit: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return;
  const isShortcut = event.ctrlKey || event.metaKey;
  const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'file';
  if (isShortcut || isTyping) event.preventDefault();
  if (isShortcut) submit();
};

/** Creates or edits a trade idea (SPEC §2), with a live ladder. */
export const IdeaForm = ({
  idea,
  ownIdeas,
  onDone,
  onCancel,
}: {
  /** Null for a new one. */
  idea: Idea | null;
  /** For the hint about an active idea of the same pair. */
  ownIdeas: readonly Idea[];
  /** Called with the stored idea; null without changes. */
  onDone: (idea: Idea | null) => void;
  onCancel?: () => void;
}) => {
  const now = useNow(60_000);
  const form = useIdeaForm(idea, now);
  useCopied(form, idea === null);
  const others = ownIdeas.filter(({ id }) => id !== idea?.id);
  const { busy, warnings, submit, showPreview, dialog } = useSubmission(form, others, now, onDone);
  const heading = useId();
  const [showsTemplates, setShowsTemplates] = useState(false);
  const { values } = form.fields;
  return (
    <>
      <form
        ref={form.element}
        aria-labelledby={heading}
        noValidate
        onKeyDown={onEnter(submit)}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className={`overflow-clip ${cardClass} lg:grid lg:grid-cols-[minmax(0,1fr)_25rem]`}
      >
        <div className="grid content-start gap-5 p-4.5 sm:p-7">
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h2 id={heading} className="text-xl">
              {idea ? 'Edit Trade Idea' : 'Create Trade Idea'}
            </h2>
            <div className="flex items-center gap-1">
              <DraftStatus form={form} />
              {!idea && (
                <Button
                  size="s"
                  variant="quiet"
                  aria-haspopup="dialog"
                  onClick={() => setShowsTemplates(true)}
                >
                  Templates
                </Button>
              )}
            </div>
          </div>
          {!idea && <FormSignal form={form} />}
          <FormError>{form.problem.message}</FormError>
          <IdeaFormFields form={{ ...form.fields, busy }} />
        </div>
        <IdeaFormPanel
          levels={toLadderLevels(values)}
          pair={values.pair.trim()}
          hints={listIdeaHints(values, warnings)}
        >
          {onCancel && (
            <Button
              size="l"
              className="px-4!"
              onClick={() => {
                form.draft.drop();
                onCancel();
              }}
            >
              Cancel
            </Button>
          )}
          <Button size="l" className="px-3! sm:px-4!" aria-haspopup="dialog" onClick={showPreview}>
            Preview
          </Button>
          <Button type="submit" variant="primary" size="l" busy={busy} className="min-w-max flex-1 px-3!">
            {idea ? 'Save changes' : 'Publish idea'}
          </Button>
        </IdeaFormPanel>
      </form>
      {/* Outside the form: its keys must not reach the form's shortcut. */}
      <PreviewDialog {...dialog} />
      <TemplatesDialog
        open={showsTemplates}
        onOpenChange={setShowsTemplates}
        values={values}
        onUse={(name, template) => fillForm(form, `Filled from ${name}`, template)}
      />
    </>
  );
};
