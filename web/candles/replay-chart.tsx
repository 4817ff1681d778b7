import type { IdeaChart } from '../../contract/candles/idea-chart.ts';
import type { Idea } from '../ideas/idea-model.ts';
import CandleCanvas from './candle-canvas.tsx';
import { useChartParts, useIdeaChart } from './use-idea-chart.ts';

const Drawn = ({ idea, chart, until }: { idea: Idea; chart: IdeaChart; until: number }) => {
  const parts = useChartParts(idea, chart, until);
  return parts.chart.candles.length > 0 ? <CandleCanvas {...parts} /> : null;
};

/** The prices until a step of an idea's replay, with the levels as they were then; nothing without prices. */
const ReplayChart = ({ idea, until }: { idea: Idea; until: number }) => {
  const { data: chart } = useIdeaChart(idea);
  return chart ? <Drawn idea={idea} chart={chart} until={until} /> : null;
};

export default ReplayChart;
