import { type FormEvent, useState } from 'react';
import { MAX_LESSON } from '../../../contract/idea-writing.ts';
import { hasEnded, isCompleted, type LessonTag, lessonTags } from '../../../contract/ideas.ts';
import type { Idea } from '../../entities/idea/idea-model.ts';
import {
  formatLessonTag,
  formatResultLevel,
  initialResultLevel,
  listReachableLevels,
  parseDateTimeInput,
  toDateTimeInput,
} from '../../entities/idea/result-labels.ts';
import { showSaved } from '../../entities/idea/undo.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ChipChoice } from '../../shared/ui/chip-choice.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { Field } from '../../shared/ui/field.tsx';
import { focusOnMount, focusRegion } from '../../shared/ui/focus-region.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import type { SaveIdea } from './use-inline-edit.ts';

/**
 * Asks for the level, the time and the lesson after an idea was closed; after it was marked invalid, for the lesson.
 * Defaults are filled in, so that one click is enough. The status is already saved.
 */
const ResultForm = ({
  idea,
  takesFocus,
  save,
  onDone,
}: {
  idea: Idea;
  takesFocus: boolean;
  save: SaveIdea;
  onDone: () => void;
}) => {
  const [level, setLevel] = useState(() => initialResultLevel(idea));
  const [when, setWhen] = useState(() =>
    toDateTimeInput(idea.resultAt ? new Date(idea.resultAt) : new Date()),
  );
  const [lesson, setLesson] = useState(idea.lesson ?? '');
  const [tag, setTag] = useState<LessonTag | ''>(idea.lessonTag ?? '');
  const hasLevel = isCompleted(idea.status);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const saved = await save(idea, {
        ...(hasLevel && { result_level: level, result_at: parseDateTimeInput(when) }),
        lesson: lesson.trim() || null,
        lesson_tag: tag || null,
      });
      if (saved.outcome === 'later') return;
      if (saved.outcome === 'saved') showSaved(saved.idea, { title: 'Trade idea updated' });
      onDone();
    } catch (failure) {
      // The call has logged the failure. The input stays.
      const fields = (failure as { fields?: Record<string, string> }).fields;
      setError(fields?.result_at ?? fields?.lesson ?? fields?.result_level ?? 'Failed to update trade idea');
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      aria-label={hasLevel ? 'Result' : 'Lesson'}
      onSubmit={(event) => void submit(event)}
      className="grid animate-arrive gap-4 rounded-m border border-line bg-sunken p-4"
    >
      {hasLevel && (
        <ChipChoice
          legend="Furthest level reached"
          choices={listReachableLevels(idea).map(({ name, price }) => ({
            name,
            label: formatResultLevel(name),
            detail: price,
          }))}
          value={level}
          onChange={setLevel}
          focused={takesFocus}
        />
      )}
      <div className={classNames('grid gap-4', hasLevel && '@min-[40rem]:grid-cols-[15rem_1fr]')}>
        {hasLevel && (
          <Field label="When" error={error}>
            <TextInput type="datetime-local" value={when} onChange={(event) => setWhen(event.target.value)} />
          </Field>
        )}
        <Field label="Lesson learned (one line)" optional error={hasLevel ? null : error}>
          <TextInput
            ref={takesFocus && !hasLevel ? focusOnMount : null}
            value={lesson}
            maxLength={MAX_LESSON}
            onChange={(event) => setLesson(event.target.value)}
          />
        </Field>
      </div>
      <ChipChoice
        legend="What the lesson is about"
        choices={[
          { name: '' as const, label: 'Not stated' },
          ...lessonTags.map((name) => ({ name, label: formatLessonTag(name) })),
        ]}
        value={tag}
        onChange={setTag}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="s" variant="secondary" busy={busy}>
          {hasLevel ? 'Save result' : 'Save lesson'}
        </Button>
        <Button size="s" variant="quiet" disabled={busy} onClick={onDone}>
          Skip
        </Button>
      </div>
    </form>
  );
};

const describeAction = (idea: Idea): string => {
  if (idea.status !== 'invalid') return idea.resultLevel ? 'Edit result' : 'Add result';
  return idea.lesson || idea.lessonTag ? 'Edit lesson' : 'Add lesson';
};

/**
 * The result form of a closed idea: shown after closing it (`asked`), or by its button. It takes the focus, unless
 * somebody has gone on before the idea was closed.
 */
export const ResultPrompt = ({
  idea,
  asked,
  save,
  onAnswered,
}: {
  idea: Idea;
  asked: 'with focus' | 'without focus' | false;
  save: SaveIdea;
  onAnswered: () => void;
}) => {
  const [open, setOpen] = useState(false);
  if (!hasEnded(idea.status)) return null;
  return (
    <div ref={focusRegion}>
      {asked || open ? (
        <ResultForm
          // A new status starts a new form.
          key={idea.status}
          idea={idea}
          takesFocus={asked !== 'without focus'}
          save={save}
          onDone={() => {
            setOpen(false);
            onAnswered();
          }}
        />
      ) : (
        <Button size="s" variant="quiet" className="-ml-3.5" onClick={() => setOpen(true)}>
          <Icon name="edit" size={16} />
          {describeAction(idea)}
        </Button>
      )}
    </div>
  );
};
