import { useMemo } from 'react';
import { type EquityPoint, equityCurve } from '../../contract/record/compute-track-record.ts';
import { formatSignedR, hasRange } from '../../contract/record/format-record.ts';
import {
  type ExitRule,
  exitRuleNames,
  exitRules,
  type TrackRecord,
} from '../../contract/record/track-record.ts';
import { absoluteTime } from '../shared/absolute-time.ts';
import { lazyPart } from '../shared/loading/lazy-part.tsx';
import { ChartCredit } from '../shared/ui/chart-credit.tsx';
import { Disclosure } from '../shared/ui/disclosure.tsx';
import { Segmented } from '../shared/ui/segmented.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';

const EquityCanvas = lazyPart(() => import('./equity-canvas.tsx'), {
  fallback: () => <Skeleton className="h-72 sm:h-84" />,
});

const CurveTable = ({ curve }: { curve: readonly EquityPoint[] }) => (
  <Disclosure title="View as table">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
    <section tabIndex={0} aria-label="Cumulative R as a table" className="mt-2 max-h-96 overflow-y-auto">
      <table className="w-full border-collapse text-left text-sm">
        <thead>
          <tr className="border-b border-line-soft text-muted">
            <th scope="col" className="py-2 pr-4 font-medium">
              Date
            </th>
            <th scope="col" className="py-2 pr-4 font-medium">
              Worst case
            </th>
            <th scope="col" className="py-2 font-medium">
              Best case
            </th>
          </tr>
        </thead>
        <tbody>
          {curve.map((point, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: points have no identity but their position.
            <tr key={index} className="border-b border-line-soft last:border-0">
              <td className="py-2 pr-4">{absoluteTime(point.at)}</td>
              <td className="py-2 pr-4">{formatSignedR(point.low, 1)}</td>
              <td className="py-2">{formatSignedR(point.high, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </Disclosure>
);

/** The exit plans on a phone, where their full names do not fit side by side. */
const shortNames: Record<ExitRule, string> = {
  exit_1: 'Exit 1',
  parts: 'Evenly',
  last_exit: 'Last exit',
  as_told: 'As told',
};

/** Cumulative R under one exit plan. Best and worst case differ in line style as well as in colour. */
export const EquityCurve = ({
  entries,
  rule,
  onRule,
}: Pick<TrackRecord, 'entries'> & { rule: ExitRule; onRule: (rule: ExitRule) => void }) => {
  const curve = useMemo(() => equityCurve(entries, rule), [entries, rule]);
  if (curve.length === 0) return <p className="text-muted">The chart starts with the first closed idea.</p>;
  return (
    <>
      <Disclosure title={`Exit plan: ${exitRuleNames[rule]}`}>
        <Segmented
          label="Exit plan"
          hideLabel
          className="sm:w-150"
          options={exitRules.map((value) => ({
            value,
            label: (
              <>
                <span className="sm:hidden">{shortNames[value]}</span>
                <span className="max-sm:hidden">{exitRuleNames[value]}</span>
              </>
            ),
          }))}
          value={rule}
          onChange={onRule}
        />
      </Disclosure>
      {hasRange(curve) && (
        <p className="mt-2 text-sm text-muted">
          <span aria-hidden="true" className="text-positive">
            ━{' '}
          </span>
          Best case
          <span aria-hidden="true" className="ml-4 text-negative">
            ┅{' '}
          </span>
          Worst case
        </p>
      )}
      <div className="mt-4">
        <EquityCanvas curve={curve} />
      </div>
      <p className="mt-2 mb-4 text-xs text-faint">
        <ChartCredit />
      </p>
      <CurveTable curve={curve} />
    </>
  );
};
