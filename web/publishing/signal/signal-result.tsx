import { Fragment } from 'react';
import { formatOrientation } from '../../../contract/ideas/ideas.ts';
import { fieldTitle, ideaFields } from '../../ideas/idea-fields.ts';
import type { RequiredField } from '../../ideas/idea-form-values.ts';
import { Button } from '../../shared/ui/button.tsx';
import { type Signal, type SignalField, signalFields } from './read-signal.ts';

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
            {ideaFields[field].label}
          </button>
        </Fragment>
      ))}
      .
    </p>
  );

type SummaryProps = { signal: Signal; onPair: (pair: string) => void } & StillNeededProps;

/** What was filled and what is still needed, for screen readers and the eye. */
export const SignalSummary = ({ signal, onPair, ...needed }: SummaryProps) => {
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
export const SignalText = ({ text, signal }: { text: string; signal: Signal }) => (
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
