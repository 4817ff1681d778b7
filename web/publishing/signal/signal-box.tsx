import { type KeyboardEvent, useState } from 'react';
import type { RequiredField } from '../../ideas/idea-form-values.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { readSignal, type Signal, type SignalValues } from './read-signal.ts';
import { SignalSummary, SignalText } from './signal-result.tsx';

type Answer = { text: string; signal: Signal; undo: () => void } | Problem;
type Problem = 'none' | 'too-long';

/** Signals are a few lines; longer text was pasted by mistake. */
const MAX_SIGNAL = 5_000;

const problems: Record<Problem, string> = {
  none: 'No trade found. Include a pair or direction, and a price.',
  'too-long': 'This text is too long for a signal. Paste up to 5,000 characters.',
};

/** Fills the form from pasted text such as "EURUSD buy 1.0842, SL 1.0790, TP 1.0900", with Undo. */
export const SignalBox = ({
  fill,
  onPair,
  missing,
  onGoTo,
}: {
  fill: (values: SignalValues) => () => void;
  /** Answers which pair a signal means. */
  onPair: (pair: string) => void;
  /** Required fields that are empty. */
  missing: readonly RequiredField[];
  onGoTo: (field: RequiredField) => void;
}) => {
  const [typed, setTyped] = useState('');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const result = answer && typeof answer !== 'string' ? answer : null;

  const read = (text: string) => {
    const signal = text.length > MAX_SIGNAL ? null : readSignal(text);
    if (!signal) {
      // Keeps the text, so that it can be corrected.
      setTyped(text);
      return setAnswer(text.length > MAX_SIGNAL ? 'too-long' : 'none');
    }
    setTyped('');
    setAnswer({ text, signal, undo: fill(signal.values) });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    if (typed.trim()) read(typed);
  };

  const undo = () => {
    result?.undo();
    setAnswer(null);
  };

  return (
    <div data-focus-region="" className="min-w-0">
      <label className="flex min-h-12 items-center gap-3 rounded-control border border-dashed border-line px-4 text-muted focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent">
        <Icon name="paste" size={18} />
        <span className="sr-only">Signal as text</span>
        <input
          dir="auto"
          value={typed}
          autoComplete="off"
          spellCheck={false}
          placeholder="Paste a signal to fill the form"
          className="h-11 min-w-0 flex-1 bg-transparent text-text placeholder:text-muted focus:outline-none pointer-coarse:text-[1rem]"
          onChange={(event) => {
            setTyped(event.target.value);
            setAnswer(null);
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            // Pasted images are for the photo field.
            if (!pasted) return;
            event.preventDefault();
            read(pasted);
          }}
        />
      </label>
      <div
        role="status"
        // A field that is filled leaves the list below in silence.
        aria-atomic="false"
        className="flex min-h-0 items-start justify-between gap-3 text-sm text-muted [&>*]:mt-2"
      >
        {typeof answer === 'string' && <p>{problems[answer]}</p>}
        {result && <SignalSummary signal={result.signal} missing={missing} onPair={onPair} onGoTo={onGoTo} />}
        {result && (
          <Button size="s" variant="quiet" onClick={undo}>
            Undo
          </Button>
        )}
      </div>
      {result && <SignalText text={result.text} signal={result.signal} />}
    </div>
  );
};
