import { type KeyboardEvent, useState } from 'react';
import { fieldTitle } from '../../entities/idea/idea-fields.ts';
import { Button } from '../../shared/ui/button.tsx';
import { focusRegion } from '../../shared/ui/focus-region.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { isSignal, parseSignal, type SignalValues } from './signal-text.ts';

type ParseResult = { filled: string[]; unread: string[]; undo: () => void } | ParseProblem;
type ParseProblem = 'none' | 'too-long';

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Signals are a few lines; longer text was pasted by mistake. */
const MAX_SIGNAL = 5_000;

const problems: Record<ParseProblem, string> = {
  none: 'No trade found. Include a pair or direction, and a price.',
  'too-long': 'This text is too long for a signal. Paste up to 5,000 characters.',
};

const ParseFeedback = ({ answer, onUndo }: { answer: ParseResult; onUndo: () => void }) =>
  typeof answer === 'string' ? (
    <p>{problems[answer]}</p>
  ) : (
    <>
      <p>
        Filled {list.format(answer.filled)}.
        {answer.unread.length > 0 && (
          <span className="text-accent"> Couldn't read: {answer.unread.join(' ')}</span>
        )}
      </p>
      <Button size="s" variant="quiet" onClick={onUndo}>
        Undo
      </Button>
    </>
  );

/** Fills the form from pasted text such as "EURUSD buy 1.0842, SL 1.0790, TP 1.0900", with Undo. */
export const SignalBox = ({ fill }: { fill: (values: SignalValues) => () => void }) => {
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState<ParseResult | null>(null);

  const parse = (given: string) => {
    if (given.length > MAX_SIGNAL) {
      setText(given);
      return setAnswer('too-long');
    }
    const signal = parseSignal(given);
    if (!isSignal(signal)) {
      // Keeps the text, so that it can be corrected.
      setText(given);
      return setAnswer('none');
    }
    setText('');
    const filled = Object.keys(signal.values).map((name) =>
      fieldTitle(name as keyof SignalValues).toLowerCase(),
    );
    setAnswer({ filled, unread: signal.unread, undo: fill(signal.values) });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (text.trim()) parse(text);
  };

  const undo = () => {
    if (answer && typeof answer !== 'string') answer.undo();
    setAnswer(null);
  };

  return (
    <div ref={focusRegion}>
      <label className="flex min-h-12 items-center gap-3 rounded-control border border-dashed border-line px-4 text-muted focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent">
        <Icon name="paste" size={18} />
        <span className="sr-only">Signal as text</span>
        <input
          value={text}
          autoComplete="off"
          spellCheck={false}
          placeholder="Paste a signal to fill the form"
          className="h-11 min-w-0 flex-1 bg-transparent text-text placeholder:text-muted focus:outline-none pointer-coarse:text-[1rem]"
          onChange={(event) => {
            setText(event.target.value);
            setAnswer(null);
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            // Pasted images are for the photo field.
            if (!pasted) return;
            event.preventDefault();
            parse(pasted);
          }}
        />
      </label>
      <div
        role="status"
        className="flex min-h-0 flex-wrap items-center justify-between gap-2 text-sm text-muted [&>*]:mt-2"
      >
        {answer && <ParseFeedback answer={answer} onUndo={undo} />}
      </div>
    </div>
  );
};
