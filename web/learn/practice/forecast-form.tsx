import { type FormEvent, useId, useState } from 'react';
import {
  MAX_PROBABILITY,
  MAX_REASON,
  MIN_PROBABILITY,
  PROBABILITY_ERROR,
  type PracticeQuestion,
} from '../../../contract/learn/practice.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FormError } from '../../shared/ui/notice.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { describeBaseline } from './format-practice.ts';
import { HowScored } from './how-scored.tsx';
import type { Answer } from './use-practice.ts';

const START = 50;

/** Null unless the text is a whole number in the range. */
const parseProbability = (text: string): number | null => {
  const value = Number(text);
  return /^\d{1,2}$/.test(text.trim()) && value >= MIN_PROBABILITY ? value : null;
};

/** A slider and a number field with the same value. */
const ProbabilityInput = ({
  text,
  error,
  onChange,
}: {
  text: string;
  error: string | null;
  onChange: (text: string) => void;
}) => {
  const id = useId();
  const value = parseProbability(text) ?? START;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] items-end gap-x-5">
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-sm font-medium text-muted">
          Probability
        </label>
        <input
          id={id}
          type="range"
          min={MIN_PROBABILITY}
          max={MAX_PROBABILITY}
          value={value}
          aria-valuetext={`${value} percent likely`}
          onChange={(event) => onChange(event.target.value)}
          className="h-11.5 w-full cursor-pointer accent-accent"
        />
      </div>
      <Field label="In percent" error={error} className="max-sm:[&_p]:col-span-2">
        <TextInput
          type="number"
          inputMode="numeric"
          min={MIN_PROBABILITY}
          max={MAX_PROBABILITY}
          step={1}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    </div>
  );
};

/** The question, and the forecast that answers it. */
export const ForecastForm = ({
  question,
  isSaving,
  error,
  onSubmit,
}: {
  question: PracticeQuestion;
  isSaving: boolean;
  error: string | null;
  onSubmit: (answer: Answer) => void;
}) => {
  const [text, setText] = useState(String(START));
  const [reason, setReason] = useState('');
  const [isRemembered, setRemembered] = useState(false);
  const [rangeError, setRangeError] = useState<string | null>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const probability = parseProbability(text);
    if (probability === null) return setRangeError(PROBABILITY_ERROR);
    onSubmit({ probability, reason, is_remembered: isRemembered });
  };
  return (
    <form noValidate aria-labelledby="practice-form" className="grid gap-5" onSubmit={submit}>
      <div className="grid gap-1.5">
        <h3 id="practice-form" className="text-xl text-balance">
          Will exit 1 be reached before the invalidation level?
        </h3>
        <p className="max-w-[64ch] text-sm text-pretty text-muted">
          99% means almost certainly yes, 1% almost certainly no, and 50% that you can't tell.
        </p>
      </div>
      <ProbabilityInput
        text={text}
        error={rangeError}
        onChange={(next) => {
          setText(next);
          setRangeError(null);
        }}
      />
      <Field label="Why?" optional>
        <TextInput
          maxLength={MAX_REASON}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="size-6 shrink-0 accent-accent"
          checked={isRemembered}
          onChange={(event) => setRemembered(event.target.checked)}
        />
        I remember this one (it won't be scored)
      </label>
      <FormError>{error}</FormError>
      <Button type="submit" variant="primary" size="l" busy={isSaving} className="sm:justify-self-start">
        {isSaving ? 'Submitting...' : 'Submit forecast'}
      </Button>
      <HowScored>
        <p>{describeBaseline(question.baseline)}</p>
        <p>Forecasts that come closer to what happened than this baseline show skill.</p>
      </HowScored>
    </form>
  );
};
