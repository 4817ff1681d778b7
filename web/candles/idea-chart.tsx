import type { IdeaChart as Chart } from '../../contract/candles/idea-chart.ts';
import { type AlertKind, alertKinds } from '../../contract/ideas/bookmarks.ts';
import { useSignedInUser } from '../account/session/current-user.ts';
import { useBookmark } from '../ideas/bookmarks/use-bookmarks.ts';
import type { Idea } from '../ideas/idea-model.ts';
import { absoluteTime } from '../shared/absolute-time.ts';
import { useConfig } from '../shared/api/config.ts';
import { lazyPart } from '../shared/loading/lazy-part.tsx';
import { Button } from '../shared/ui/button.tsx';
import { ChartCredit } from '../shared/ui/chart-credit.tsx';
import { Disclosure } from '../shared/ui/disclosure.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';
import { showToast } from '../shared/ui/toast.ts';
import { formatInterval } from './chart-lines.ts';
import { OwnPrices } from './own-prices.tsx';
import { describeMoves, describePriceResult, describeStepCheck, describeTouch } from './price-text.ts';
import { useChartParts, useIdeaChart } from './use-idea-chart.ts';

const CandleCanvas = lazyPart(() => import('./candle-canvas.tsx'), {
  fallback: () => <Skeleton className="h-80 sm:h-100" />,
});

const sides = { trade: 'trades', mid: 'mid prices', bid: 'bid prices', ask: 'ask prices' } as const;

const CandleTable = ({ candles }: { candles: Chart['candles'] }) => (
  <Disclosure title="View as table">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
    <section tabIndex={0} aria-label="Prices as a table" className="mt-2 max-h-96 overflow-auto">
      <table className="w-full border-collapse text-left text-sm tabular-nums">
        <thead>
          <tr className="border-b border-line-soft text-muted">
            {['Time', 'Open', 'High', 'Low', 'Close'].map((name) => (
              <th key={name} scope="col" className="py-2 pr-4 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {candles.toReversed().map(({ at, open, high, low, close }) => (
            <tr key={at} className="border-b border-line-soft last:border-0">
              <td className="py-2 pr-4">{absoluteTime(new Date(at).toISOString())}</td>
              <td className="py-2 pr-4">{open}</td>
              <td className="py-2 pr-4">{high}</td>
              <td className="py-2 pr-4">{low}</td>
              <td className="py-2">{close}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </Disclosure>
);

/** What the prices say, in words. */
const PriceFacts = ({ idea, chart }: { idea: Idea; chart: Chart }) => {
  const { touches, result } = chart;
  const moves = result && describeMoves(result);
  const steps = idea.steps.map((step) => describeStepCheck(step, chart)).filter((text) => text !== null);
  return (
    <div className="grid gap-2 text-sm">
      {result && <p>{describePriceResult(result)}</p>}
      {moves && <p>{moves}</p>}
      {steps.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {touches.length > 0 && (
        <ul aria-label="Touched levels" className="grid gap-0.5 text-muted">
          {touches.map((touch) => (
            <li key={touch.level}>{describeTouch(touch)}</li>
          ))}
        </ul>
      )}
    </div>
  );
};

const DrawnChart = ({ idea, chart }: { idea: Idea; chart: Chart }) => {
  const parts = useChartParts(idea, chart);
  return (
    <>
      <CandleCanvas {...parts} />
      <p className="text-xs text-faint">
        {`${formatInterval(chart.interval)} candles of ${sides[chart.side]} in ${chart.symbol} from ${chart.source}. `}
        <ChartCredit />
      </p>
      <PriceFacts idea={idea} chart={chart} />
      <CandleTable candles={chart.candles} />
    </>
  );
};

const alertLabels: Record<AlertKind, string> = {
  entry: 'Entry',
  exit: 'An exit',
  invalidation: 'Invalidation',
};

/** Which levels of an open idea the reader wants to hear about, once each. */
const TellMeWhen = ({ ideaId }: { ideaId: string }) => {
  const { isLoaded, alerts, save } = useBookmark(ideaId);
  const toggle = async (kind: AlertKind) => {
    const next = alertKinds.filter((one) => alerts.includes(one) !== (one === kind));
    const problem = await save({ alerts: next });
    if (problem) showToast({ title: 'Alert not saved', description: problem, tone: 'error' });
  };
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <legend className="mb-1.5 text-sm font-medium text-muted">
        Tell me when this level is reached, by push and in the bell
      </legend>
      {alertKinds.map((kind) => (
        <Button
          key={kind}
          size="s"
          disabled={!isLoaded}
          aria-pressed={alerts.includes(kind)}
          onClick={() => void toggle(kind)}
        >
          <Icon name={alerts.includes(kind) ? 'check' : 'bell'} size={16} />
          {alertLabels[kind]}
        </Button>
      ))}
    </fieldset>
  );
};

/**
 * The prices around an idea's life, where the operator has a source for them; nothing otherwise, or when they fail. Only what
 * follows from them where the operator shows none.
 */
const IdeaChart = ({ idea }: { idea: Idea }) => {
  const { data: chart } = useIdeaChart(idea);
  const isOwn = useSignedInUser().educatorId === idea.educator_id;
  const isHidden = useConfig()?.prices === false && chart?.candles.length === 0;
  if (!chart) return null;
  return (
    <section aria-labelledby="chart" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="chart" className="text-xl">
          {isHidden ? 'Prices' : 'Chart'}
        </h2>
        {chart.is_demo && <p className="text-sm text-muted">Made-up demo prices</p>}
      </div>
      {chart.candles.length > 0 ? (
        <DrawnChart idea={idea} chart={chart} />
      ) : isHidden ? (
        <>
          <PriceFacts idea={idea} chart={chart} />
          <p className="text-xs text-faint">{`From ${sides[chart.side]} in ${chart.symbol} at ${chart.source}.`}</p>
        </>
      ) : (
        <p className="text-sm text-faint">No prices yet. They appear within a minute or two.</p>
      )}
      {isOwn ? <OwnPrices idea={idea} /> : !idea.closed_at && <TellMeWhen ideaId={idea.id} />}
    </section>
  );
};

export default IdeaChart;
