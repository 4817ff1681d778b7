import { formatDrawdown, formatRange, formatRangeR } from '../../contract/record/format-record.ts';
import {
  exitRuleNames,
  exitRules,
  MIN_RESULTS_FOR_PERCENT,
  type RuleFigures,
  type TrackRecord,
} from '../../contract/record/track-record.ts';
import type { TermSlug } from '../glossary/glossary.ts';
import { Term } from '../glossary/term.tsx';

const percent = ({ positive_percent: of, results }: RuleFigures): string =>
  of
    ? `${formatRange(of.low, of.high)} % of ${results}`
    : `Shown after ${MIN_RESULTS_FOR_PERCENT} results (${results} so far)`;

const rows: { name: string; term?: TermSlug; show: (figures: RuleFigures) => string }[] = [
  { name: 'Closed ideas', show: ({ results }) => String(results) },
  { name: 'Total', term: 'r', show: ({ sum }) => formatRangeR(sum, 1) },
  { name: 'Average', term: 'expectancy', show: ({ mean }) => (mean ? formatRangeR(mean) : '–') },
  {
    name: 'Profitable',
    term: 'win-rate',
    show: ({ positive, results }) => `${formatRange(positive.low, positive.high)} of ${results}`,
  },
  { name: 'Win rate', term: 'win-rate', show: percent },
  { name: 'Max drawdown', term: 'drawdown', show: ({ drawdown }) => formatDrawdown(drawdown) },
];

/** The exit plans side by side. On a phone, the name of a figure is above its four values. */
export const ExitPlansTable = ({ rules }: Pick<TrackRecord, 'rules'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
  <section tabIndex={0} aria-label="Exit plans" className="overflow-x-auto">
    <table className="w-full border-collapse text-left max-sm:block sm:min-w-160 max-sm:[&_tbody]:block max-sm:[&_thead]:block max-sm:[&_tr]:grid max-sm:[&_tr]:grid-cols-2">
      <thead>
        <tr className="border-b border-line-soft text-sm text-muted">
          <th scope="col" className="py-2.5 pr-4 font-medium max-sm:sr-only">
            <span className="sr-only">Figure</span>
          </th>
          {exitRules.map((rule) => (
            <th key={rule} scope="col" className="py-2.5 pr-4 font-medium">
              <Term slug="exit-plan">{exitRuleNames[rule]}</Term>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, term, show }) => (
          <tr key={name} className="border-b border-line-soft last:border-0">
            <th scope="row" className="pt-3 pr-4 text-sm font-medium text-muted max-sm:col-span-2 sm:pb-3">
              {term ? <Term slug={term}>{name}</Term> : name}
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
