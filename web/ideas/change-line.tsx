import type { FieldChange } from './format-change.ts';
import { formatChange } from './format-change.ts';

/** "Invalidation ~~1.0820~~ → 1.0850". Screen readers get "from" and "to" in words. */
export const ChangeLine = ({ change }: { change: FieldChange }) => {
  const words = formatChange(change);
  if ('did' in words) return `${words.label} ${words.did}`;
  return (
    <>
      {words.label} <span className="sr-only">from </span>
      <s className="text-muted decoration-1">{words.from}</s> <span aria-hidden="true">→</span>
      <span className="sr-only">to</span> <strong className="font-semibold">{words.to}</strong>
    </>
  );
};
