import type { CalibrationBin } from '../../../contract/learn/practice-score.ts';
import { describeCalibration } from './format-practice.ts';

/** Pixels of the drawing: the square and the space for its axes. */
const SIZE = 260;
const LEFT = 40;
const TOP = 12;
const BOTTOM = 40;
/** For the count beside a circle at 99 %. */
const RIGHT = 32;
const ticks = [0, 20, 40, 60, 80, 100];

const toX = (percent: number) => LEFT + (percent / 100) * SIZE;
const toY = (percent: number) => TOP + SIZE - (percent / 100) * SIZE;

/** Larger for more forecasts, with an area in proportion. */
const toRadius = (count: number, most: number) => 4 + 7 * Math.sqrt(count / most);

/** Forecasts against what came true, bin by bin. On the diagonal, forecasts are right on average. */
export const CalibrationPlot = ({ bins }: { bins: readonly CalibrationBin[] }) => {
  const most = Math.max(...bins.map(({ count }) => count));
  return (
    <svg
      role="img"
      aria-label={`Calibration. ${describeCalibration(bins)}`}
      viewBox={`0 0 ${LEFT + SIZE + RIGHT} ${TOP + SIZE + BOTTOM}`}
      className="w-full max-w-83 text-xs"
    >
      {ticks.map((tick) => (
        <g key={tick} className="fill-muted">
          <path
            d={`M${toX(0)} ${toY(tick)}H${toX(100)}M${toX(tick)} ${toY(0)}V${toY(100)}`}
            className="stroke-line-soft"
          />
          <text x={LEFT - 8} y={toY(tick)} textAnchor="end" dominantBaseline="central">
            {tick}
          </text>
          <text x={toX(tick)} y={toY(0) + 16} textAnchor="middle">
            {tick}
          </text>
        </g>
      ))}
      <path
        d={`M${toX(0)} ${toY(0)}L${toX(100)} ${toY(100)}`}
        className="stroke-edge"
        strokeDasharray="4 5"
      />
      {bins.map(
        ({ from, count, mean_forecast: forecast, came_true: cameTrue }) =>
          forecast !== null &&
          cameTrue !== null && (
            <g key={from}>
              <circle
                cx={toX(forecast)}
                cy={toY(cameTrue)}
                r={toRadius(count, most)}
                className="fill-accent stroke-surface"
                strokeWidth={2}
              />
              <text
                x={toX(forecast) + toRadius(count, most) + 4}
                y={toY(cameTrue)}
                dominantBaseline="central"
                className="fill-text font-semibold"
              >
                {count}
              </text>
            </g>
          ),
      )}
      <text x={toX(50)} y={TOP + SIZE + 34} textAnchor="middle" className="fill-muted">
        Your forecast, %
      </text>
      <text x={-(TOP + SIZE / 2)} y={10} transform="rotate(-90)" textAnchor="middle" className="fill-muted">
        Came true, %
      </text>
    </svg>
  );
};

/** The same as a table, with the count of each bin. */
export const CalibrationTable = ({ bins }: { bins: readonly CalibrationBin[] }) => {
  const cell = 'py-2 pr-3';
  const formatMean = (percent: number | null) => (percent === null ? '–' : `${Math.round(percent)}%`);
  return (
    <table className="w-full border-collapse self-start text-left text-sm tabular-nums">
      <caption className="sr-only">Calibration</caption>
      <thead>
        <tr className="border-b border-line-soft align-bottom text-muted">
          {['Forecasts of', 'Count', 'Average forecast', 'Came true'].map((name) => (
            <th key={name} scope="col" className={`${cell} font-medium`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bins.map(({ from, to, count, mean_forecast, came_true }) => (
          <tr key={from} className="border-b border-line-soft last:border-0">
            <th scope="row" className={`${cell} font-medium`}>
              {from}–{to}%
            </th>
            <td className={cell}>{count}</td>
            <td className={cell}>{formatMean(mean_forecast)}</td>
            <td className={cell}>{formatMean(came_true)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
