import { Fragment, type KeyboardEvent, useState } from 'react';
import { formatOrientation } from '../../../contract/ideas/ideas.ts';
import { fieldLabels, fieldTitle } from '../../ideas/idea-fields.ts';
import type { RequiredField } from '../../ideas/idea-form-values.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { readSignal, type Signal, type SignalField, type SignalValues, signalFields } from './read-signal.ts';

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

const describeContradiction = ({ contradicts, values }: Signal): string => {
  const filled = values.pair ? 'Only the pair was filled.' : 'Nothing was filled.';
  if (contradicts === 'both') return `${filled} The levels fit neither a bullish nor a bearish idea.`;
  const [below, above] = contradicts === 'BUY' ? ['below', 'above'] : ['above', 'below'];
  const direction = formatOrientation(contradicts === 'BUY' ? 'BUY' : 'SELL').toLowerCase();
  return `${filled} On a ${direction} idea, invalidation must be ${below} entry and exits ${above}.`;
};

const listNotices = (signal: Signal): string[] => {
  const { values, spans, contradicts, hasMore } = signal;
  const hasSaidDirection = spans.some(({ field }) => field === 'order_type');
  return [
    contradicts && describeContradiction(signal),
    !contradicts && !values.order_type && 'No direction found. Check the orientation.',
    values.order_type && !hasSaidDirection && 'Direction taken from the levels.',
    hasMore && 'This text has several signals. Only the first was read.',
  ].filter((notice) => typeof notice === 'string');
};

type StillNeededProps = {
  /** Required fields that are empty. */
  missing: readonly RequiredField[];
  onGoTo: (field: RequiredField) => void;
};

/** "Still needed: time frame, exit 1." Each leads to its field. */
const StillNeeded = ({ missing, onGoTo }: StillNeededProps) =>
  missing.length > 0 && (
    <p className="text-text">
      {'Still needed: '}
      {missing.map((field, index) => (
        <Fragment key={field}>
          {index > 0 && ', '}
          <button type="button" onClick={() => onGoTo(field)} className="quiet-link py-1">
            {fieldLabels[field]}
          </button>
        </Fragment>
      ))}
      .
    </p>
  );

type SummaryProps = StillNeededProps & {
  /** Answers which pair a signal means. */
  onPair: (pair: string) => void;
};

/** What was filled and what is still needed, for screen readers and the eye. */
const SignalSummary = ({ signal, onPair, ...needed }: SummaryProps & { signal: Signal }) => {
  const filled = signalFields.filter((field) => signal.values[field] !== undefined);
  return (
    <div className="min-w-0 flex-1">
      {filled.length > 0 && !signal.contradicts && (
        <p>Filled {list.format(filled.map((field) => fieldTitle(field).toLowerCase()))}.</p>
      )}
      {signal.pairs.length > 0 && needed.missing.includes('pair') && (
        <div className="my-1 flex flex-wrap items-center gap-2 text-text">
          Which pair is it?
          {signal.pairs.map((pair) => (
            <Button key={pair} size="s" onClick={() => onPair(pair)}>
              {pair}
            </Button>
          ))}
        </div>
      )}
      <StillNeeded {...needed} />
      {listNotices(signal).map((notice) => (
        <p key={notice} className="text-accent">
          {notice}
        </p>
      ))}
      {signal.unused.length > 0 && (
        <p className="break-words">Not used: {[...new Set(signal.unused)].join(', ')}</p>
      )}
    </div>
  );
};

const Highlight = ({ field, text }: { field: SignalField; text: string }) => (
  <mark className="rounded-[5px] bg-accent-wash px-1 py-0.5 font-medium text-text">
    {text}
    <span className="ml-1.5 text-xs font-normal text-accent">{fieldTitle(field)}</span>
  </mark>
);

/** Empty lines take room that a phone does not have. */
const dropEmptyLines = (text: string) => text.replace(/\n\s*\n/g, '\n');

/** The pasted text, in which everything that was read is marked with its field. */
const SignalText = ({ text, signal }: { text: string; signal: Signal }) => (
  <section
    aria-label="Signal as it was read"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard.
    tabIndex={0}
    className="relative mt-2 max-h-64 overflow-y-auto rounded-control border border-line-soft px-3 py-2.5 text-sm leading-7 break-words whitespace-pre-wrap text-muted"
  >
    {signal.spans.map(({ field, start, end }, index) => (
      <span key={field}>
        {dropEmptyLines(text.slice(signal.spans[index - 1]?.end ?? 0, start))}
        <Highlight field={field} text={text.slice(start, end)} />
      </span>
    ))}
    {dropEmptyLines(text.slice(signal.spans.at(-1)?.end ?? 0))}
    <ul aria-label="Read from the signal" className="sr-only">
      {signal.spans.map(({ field, start, end }) => (
        <li key={field}>{`${fieldTitle(field)}: ${text.slice(start, end)}`}</li>
      ))}
    </ul>
  </section>
);

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
  ...summary
}: SummaryProps & { fill: (values: SignalValues) => () => void }) => {
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
        {result && <SignalSummary signal={result.signal} {...summary} />}
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
