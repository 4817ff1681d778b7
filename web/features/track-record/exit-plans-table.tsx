import {
  exitRuleNames,
  exitRules,
  MIN_RESULTS_FOR_PERCENT,
  type RuleFigures,
  type TrackRecord,
} from '../../../contract/track-record.ts';
import { fallR, rangeOf, rangeR } from './format-record.ts';

const percent = ({ positive_percent: of, results }: RuleFigures): string =>
  of
    ? `${rangeOf(of.low, of.high)} % of ${results}`
    : `${results} of the ${MIN_RESULTS_FOR_PERCENT} results a percentage needs`;

const rows: { name: string; show: (figures: RuleFigures) => string }[] = [
  { name: 'Results', show: ({ results }) => String(results) },
  { name: 'Sum', show: ({ sum }) => rangeR(sum, 1) },
  { name: 'Mean', show: ({ mean }) => (mean ? rangeR(mean) : 'None yet') },
  {
    name: 'Above zero',
    show: ({ positive, results }) => `${rangeOf(positive.low, positive.high)} of ${results}`,
  },
  { name: 'As a percentage', show: percent },
  { name: 'Deepest drawdown', show: ({ drawdown }) => fallR(drawdown) },
];

/** The three exit rules side by side; on a phone each figure's name stands above its three values. */
export const RulesTable = ({ rules }: Pick<TrackRecord, 'rules'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
  <section tabIndex={0} aria-label="Three exit rules" className="overflow-x-auto">
    <table className="w-full border-collapse text-left max-sm:block sm:min-w-160 max-sm:[&_tbody]:block max-sm:[&_thead]:block max-sm:[&_tr]:grid max-sm:[&_tr]:grid-cols-3">
      <thead>
        <tr className="border-b border-line-soft text-sm text-muted">
          <th scope="col" className="py-2.5 pr-4 font-medium max-sm:sr-only">
            <span className="sr-only">Figure</span>
          </th>
          {exitRules.map((rule) => (
            <th key={rule} scope="col" className="py-2.5 pr-4 font-medium">
              {exitRuleNames[rule]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, show }) => (
          <tr key={name} className="border-b border-line-soft last:border-0">
            <th scope="row" className="pt-3 pr-4 text-sm font-medium text-muted max-sm:col-span-3 sm:pb-3">
              {name}
            </th>
            {exitRules.map((rule) => (
              <td key={rule} className="py-3 pr-4 font-medium max-sm:pt-1 max-sm:pr-2 max-sm:text-sm">
                {show(rules[rule])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
