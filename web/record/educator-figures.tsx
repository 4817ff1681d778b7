import { pairMatches } from '../../contract/ideas/pairs.ts';
import { computeFigures } from '../../contract/record/compute-track-record.ts';
import { formatRange, formatRangeR } from '../../contract/record/format-record.ts';
import {
  MIN_RESULTS_FOR_PERCENT,
  type RuleFigures,
  type TrackRecord,
} from '../../contract/record/track-record.ts';
import type { TermSlug } from '../glossary/glossary.ts';
import { Term } from '../glossary/term.tsx';

/** What the directory is sorted by. */
export const educatorSortLabels = {
  name: 'Name',
  ideas: 'Most ideas',
  reached: 'Exit 1 reached',
  average: 'Average R',
};
type EducatorSort = keyof typeof educatorSortLabels;
export const educatorSorts = Object.keys(educatorSortLabels) as EducatorSort[];

/** An educator's figures, all or of some pairs. */
export type EducatorSummary = { open: number; closed: number; exit1: RuleFigures };

export const summarizeRecord = ({ entries }: TrackRecord, pair: string): EducatorSummary => {
  const counted = entries.filter((entry) => pairMatches(entry.pair, pair));
  const closed = counted.filter(({ closed_at }) => closed_at !== null);
  const open = counted.filter(({ closed_at, deleted }) => closed_at === null && !deleted);
  return { open: open.length, closed: closed.length, exit1: computeFigures(closed, 'exit_1') };
};

/** What an educator is ranked by, from the worst case; null without enough results for a rank. */
export const rankEducator = (sort: EducatorSort, summary: EducatorSummary | undefined): number | null => {
  if (!summary || sort === 'name') return null;
  const { open, closed, exit1 } = summary;
  if (sort === 'ideas') return open + closed;
  if (exit1.results < MIN_RESULTS_FOR_PERCENT) return null;
  const figure = sort === 'reached' ? exit1.positive_percent : exit1.mean;
  return figure ? Number(figure.low) : null;
};

const Figure = ({ name, term, children }: { name: string; term?: TermSlug; children: string }) => (
  <div>
    <dt className="text-xs text-muted">{term ? <Term slug={term}>{name}</Term> : name}</dt>
    <dd className="font-semibold">{children}</dd>
  </div>
);

/** An educator's figures, with the ranges and minimum counts of the record. */
export const EducatorFigures = ({ summary: { open, closed, exit1 } }: { summary: EducatorSummary }) => {
  const { results, positive, positive_percent: percent, mean } = exit1;
  return (
    <dl className="relative grid grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] gap-3">
      <Figure name="Active">{String(open)}</Figure>
      <Figure name="Closed">{String(closed)}</Figure>
      <Figure name="Exit 1 reached" term="win-rate">
        {percent
          ? `${formatRange(percent.low, percent.high)} %`
          : results === 0
            ? '–'
            : `${formatRange(positive.low, positive.high)} of ${results}`}
      </Figure>
      <Figure name="Average at exit 1" term="expectancy">
        {mean ? formatRangeR(mean) : '–'}
      </Figure>
    </dl>
  );
};
