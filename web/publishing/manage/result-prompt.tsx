import { useState } from 'react';
import {
  hasEnded,
  isCompleted,
  type LessonTag,
  lessonTags,
  type ResultLevel,
} from '../../../contract/ideas/ideas.ts';
import { MAX_LESSON, updateIdea } from '../../../contract/publishing/idea-writing.ts';
import type { Idea } from '../../ideas/idea-model.ts';
import {
  formatLessonTag,
  formatResultLevel,
  initialResultLevel,
  listReachableLevels,
  parseDateTimeInput,
  toDateTimeInput,
} from '../../ideas/result-labels.ts';
import { saveIdea, showSaved } from '../../ideas/undo.ts';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { useSubmit } from '../../shared/hooks/use-submit.ts';
import { useUnsaved } from '../../shared/hooks/use-unsaved.ts';
import { serverNow } from '../../shared/server-clock.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ChipChoice } from '../../shared/ui/chip-choice.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { Field } from '../../shared/ui/field.tsx';
import { focusOnMount } from '../../shared/ui/focus-region.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';

type ResultDraft = { level?: ResultLevel; when?: string; at?: string; lesson?: string; tag?: LessonTag | '' };
const useResultDraft = (idea: Idea) => useUnsaved<ResultDraft>(`result ${idea.id}`);

/**
 * Asks for the level, the time and the lesson after an idea was closed; after it was marked invalid, for the lesson.
 * Defaults are filled in, so that one click is enough. The status is already saved. Changes are a draft until they are
 * saved or skipped.
 */
const ResultForm = ({
  idea,
  takesFocus,
  onDone,
}: {
  idea: Idea;
  takesFocus: boolean;
  onDone: () => void;
}) => {
  const [draft, setDraft, endDraft] = useResultDraft(idea);
  const [start] = useState(() => new Date(idea.result_at ?? serverNow()));
  const reachable = listReachableLevels(idea);
  // Another status allows other levels.
  const level = reachable.find(({ name }) => name === draft?.level)?.name ?? initialResultLevel(idea);
  const {
    when = toDateTimeInput(start),
    lesson = idea.lesson ?? '',
    tag = idea.lesson_tag ?? '',
  } = draft ?? {};
  const times = parseDateTimeInput(when);
  const startMinute = start.toISOString().slice(0, 16);
  const at =
    times.find((time) => time === draft?.at) ??
    times.find((time) => time.startsWith(startMinute)) ??
    times[0];
  const change = (values: ResultDraft) => setDraft({ ...draft, ...values });
  const hasLevel = isCompleted(idea.status);
  /** Only what was there at first: another status must not take the focus from what is being typed. */
  const [focused] = useState(() => takesFocus && (hasLevel ? 'level' : 'lesson'));
  const { form, errors, busy, onSubmit } = useSubmit(async () => {
    const saved = await saveIdea(idea, {
      ...(hasLevel && { result_level: level, result_at: at ?? null }),
      lesson: lesson.trim() || null,
      lesson_tag: tag || null,
    });
    showSaved(saved, { title: 'Trade idea updated' });
    endDraft(draft);
    onDone();
  }, updateIdea.failure);
  const { lesson: lessonError, ...others } = errors;
  const error = Object.values(others)[0];

  return (
    <form
      aria-label={hasLevel ? 'Result' : 'Lesson'}
      ref={form}
      onSubmit={onSubmit}
      className="grid animate-arrive gap-4 rounded-m border border-line bg-sunken p-4"
    >
      {hasLevel && (
        <ChipChoice
          legend="Furthest level reached"
          choices={reachable.map(({ name, price }) => ({
            name,
            label: formatResultLevel(name),
            detail: price,
          }))}
          value={level}
          onChange={(name) => change({ level: name })}
          focused={focused === 'level'}
        />
      )}
      <div className={classNames('grid gap-4', hasLevel && '@min-[40rem]:grid-cols-[15rem_1fr]')}>
        {hasLevel && (
          <Field label="When" error={error}>
            <TextInput
              type="datetime-local"
              value={when}
              onChange={(event) => change({ when: event.target.value })}
            />
          </Field>
        )}
        <Field
          label="Lesson learned (one line)"
          optional
          error={lessonError ?? (hasLevel ? undefined : error)}
        >
          <TextInput
            ref={focused === 'lesson' ? focusOnMount : null}
            value={lesson}
            maxLength={MAX_LESSON}
            onChange={(event) => change({ lesson: event.target.value })}
          />
        </Field>
      </div>
      {hasLevel && at && times.length > 1 && (
        <ChipChoice
          legend="The clocks went back, so this time came twice"
          choices={times.map((time) => ({ name: time, label: absoluteTime(time) }))}
          value={at}
          onChange={(time) => change({ at: time })}
        />
      )}
      <ChipChoice
        legend="What the lesson is about"
        choices={[
          { name: '' as const, label: 'Not stated' },
          ...lessonTags.map((name) => ({ name, label: formatLessonTag(name) })),
        ]}
        value={tag}
        onChange={(name) => change({ tag: name })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="s" variant="secondary" busy={busy}>
          {hasLevel ? 'Save result' : 'Save lesson'}
        </Button>
        <Button
          size="s"
          variant="quiet"
          disabled={busy}
          onClick={() => {
            setDraft(null);
            onDone();
          }}
        >
          Skip
        </Button>
      </div>
    </form>
  );
};

const describeAction = (idea: Idea): string => {
  if (idea.status !== 'invalid') return idea.result_level ? 'Edit result' : 'Add result';
  return idea.lesson || idea.lesson_tag ? 'Edit lesson' : 'Add lesson';
};

/**
 * The result form of a closed idea: shown after closing it (`asked`), by its button, and while it has a draft. It takes
 * the focus if it was asked for, unless somebody has gone on before the idea was closed.
 */
export const ResultPrompt = ({
  idea,
  asked,
  onAnswered,
}: {
  idea: Idea;
  asked: 'with focus' | 'without focus' | false;
  onAnswered: () => void;
}) => {
  const [open, setOpen] = useState(false);
  const [draft] = useResultDraft(idea);
  if (!hasEnded(idea.status)) return null;
  return (
    <div data-focus-region="">
      {asked || open || draft ? (
        <ResultForm
          idea={idea}
          takesFocus={asked ? asked === 'with focus' : open}
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
