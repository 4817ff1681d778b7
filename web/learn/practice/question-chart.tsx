import type { PracticeQuestion } from '../../../contract/learn/practice.ts';
import CandleCanvas from '../../candles/candle-canvas.tsx';
import { countChartDecimals, listLevelLines } from '../../candles/chart-lines.ts';
import { ChartCredit } from '../../shared/ui/chart-credit.tsx';

/** The prices before the idea was published, with its levels at the end: what came then is the question. */
const QuestionChart = ({ question: { chart, levels } }: { question: PracticeQuestion }) => {
  if (!chart) return null;
  const { candles, interval, source, is_demo } = chart;
  const first = candles[0]?.at ?? 0;
  const lines = listLevelLines([{ at: first, title: '', levels }], 0);
  return (
    <figure aria-label="Prices before the idea was published" className="mt-5 grid gap-2">
      <CandleCanvas
        chart={{ candles, interval, touches: [] }}
        lines={lines}
        steps={[]}
        decimals={countChartDecimals(candles, lines)}
        hasTimes={false}
      />
      <figcaption className="text-xs text-faint">
        {`The days before, by the hour${is_demo ? ': made-up demo prices' : ` (${source})`}. `}
        <ChartCredit />
      </figcaption>
    </figure>
  );
};

export default QuestionChart;
