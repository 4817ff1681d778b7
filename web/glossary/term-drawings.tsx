import type { ComponentType, ReactNode } from 'react';
import type { TermSlug } from './glossary.ts';

type Tone = 'positive' | 'negative' | 'info' | 'accent' | 'muted' | 'line';
const colour = (tone: Tone) => `var(--color-${tone})`;

/** A drawing of 320 by 150 units. Its label says in words what it shows. */
const Picture = ({ label, children }: { label: string; children: ReactNode }) => (
  <svg
    role="img"
    aria-label={label}
    viewBox="0 0 320 150"
    fill="none"
    strokeLinecap="round"
    strokeLinejoin="round"
    className="w-88 max-w-full rounded-m bg-sunken"
  >
    {children}
  </svg>
);

const Path = ({ d, tone = 'line', dashed = false }: { d: string; tone?: Tone; dashed?: boolean }) => (
  <path d={d} stroke={colour(tone)} strokeWidth="2" {...(dashed && { strokeDasharray: '2 6' })} />
);

const Box = ({ at, tone }: { at: [x: number, y: number, width: number, height: number]; tone: Tone }) => (
  <rect
    x={at[0]}
    y={at[1]}
    width={at[2]}
    height={at[3]}
    rx="4"
    fill={colour(tone)}
    fillOpacity=".3"
    stroke={colour(tone)}
  />
);

const Dot = ({ at, tone }: { at: [x: number, y: number]; tone: Tone }) => (
  <circle cx={at[0]} cy={at[1]} r="5" fill={colour(tone)} />
);

const Text = ({
  at,
  text,
  tone = 'muted',
  anchor = 'start',
}: {
  at: [x: number, y: number];
  text: string;
  tone?: Tone;
  anchor?: 'start' | 'middle' | 'end';
}) => (
  <text x={at[0]} y={at[1]} textAnchor={anchor} fontSize="12" fontWeight="600" fill={colour(tone)}>
    {text}
  </text>
);

const Ladder = () => (
  <Picture label="A ladder: exits at the top, entries in the middle, invalidation at the bottom. The part between entry 1 and invalidation is the risk.">
    <Box at={[140, 20, 24, 70]} tone="positive" />
    <Box at={[140, 90, 24, 40]} tone="negative" />
    {(
      [
        ['Exit 2', 20, 'positive'],
        ['Exit 1', 55, 'positive'],
        ['Entry 1', 90, 'info'],
        ['Entry 2', 108, 'info'],
        ['Invalidation', 130, 'negative'],
      ] as const
    ).map(([name, y, tone]) => (
      <g key={name}>
        <Path d={`M130 ${y}H174`} tone={tone} />
        <Text at={[186, y + 4]} tone={tone} text={name} />
      </g>
    ))}
    <Text at={[118, 58]} anchor="end" text="Reward" />
    <Text at={[118, 114]} anchor="end" text="Risk" />
  </Picture>
);

const RMultiples = () => (
  <Picture label="A scale in R: invalidation at minus 1R, entry 1 at zero, and an exit two and a half times as far on the other side, at 2.5R.">
    <Box at={[50, 62, 60, 24]} tone="negative" />
    <Box at={[110, 62, 150, 24]} tone="positive" />
    {[50, 110, 170, 230].map((x, index) => (
      <g key={x}>
        <Path d={`M${x} 56V92`} tone={index === 0 ? 'negative' : index === 1 ? 'info' : 'muted'} />
        <Text at={[x, 110]} anchor="middle" text={['−1R', '0', '1R', '2R'][index] ?? ''} />
      </g>
    ))}
    <Path d="M260 50V98" tone="positive" />
    <Text at={[50, 44]} tone="negative" anchor="middle" text="Invalidation" />
    <Text at={[122, 44]} tone="info" anchor="middle" text="Entry 1" />
    <Text at={[260, 44]} tone="positive" anchor="middle" text="Exit, 2.5R" />
  </Picture>
);

const RiskReward = () => (
  <Picture label="Two bars: the risk is one unit long, the reward two and a half units. Risk/reward is 1 to 2.5.">
    <Text at={[30, 36]} tone="negative" text="Risk 1" />
    <Box at={[30, 44, 80, 22]} tone="negative" />
    <Text at={[30, 96]} tone="positive" text="Reward 2.5" />
    <Box at={[30, 104, 200, 22]} tone="positive" />
    <Path d="M110 40V130" tone="muted" dashed />
  </Picture>
);

const Invalidation = () => (
  <Picture label="A price that rises a little after entry 1, turns and falls through the invalidation level. There the idea is proved wrong and the trade ends.">
    <Path d="M20 60H300" tone="info" dashed />
    <Path d="M20 112H300" tone="negative" />
    <Path d="M20 40 60 74 92 60 124 34 160 72 192 62 226 112" tone="muted" />
    <Path d="M226 112 262 134" tone="line" dashed />
    <Dot at={[92, 60]} tone="info" />
    <Dot at={[226, 112]} tone="negative" />
    <Text at={[300, 52]} tone="info" anchor="end" text="Entry 1" />
    <Text at={[200, 130]} tone="negative" anchor="end" text="Invalidation: out at −1R" />
  </Picture>
);

const ScalingOut = () => (
  <Picture label="A price that rises through three exits. At each exit a third of the position is closed, so the bar of what is still held gets smaller.">
    <Path d="M20 96 80 74 100 82 160 50 180 58 250 20" tone="muted" />
    {(
      [
        ['Exit 1', 80, 74],
        ['Exit 2', 160, 50],
        ['Exit 3', 250, 20],
      ] as const
    ).map(([name, x, y]) => (
      <g key={name}>
        <Dot at={[x, y]} tone="positive" />
        <Text at={[x - 10, y - 8]} tone="positive" anchor="end" text={name} />
      </g>
    ))}
    <Box at={[20, 112, 58, 26]} tone="info" />
    <Box at={[84, 121, 72, 17]} tone="info" />
    <Box at={[162, 129, 86, 9]} tone="info" />
    <Text at={[256, 138]} text="Still held" />
  </Picture>
);

const Directions = () => (
  <Picture label="On the left a bullish idea: exit above the entry, invalidation below it. On the right a bearish idea: exit below the entry, invalidation above it.">
    {(
      [
        ['Bullish', 30, 'positive', 'M30 90 62 66 80 78 118 36', 38, 118],
        ['Bearish', 190, 'negative', 'M190 62 222 88 240 74 278 116', 118, 38],
      ] as const
    ).map(([name, x, tone, d, exit, invalidation]) => (
      <g key={name}>
        <Path d={`M${x} 78H${x + 100}`} tone="info" dashed />
        <Path d={`M${x} ${exit - 6}H${x + 100}`} tone="positive" dashed />
        <Path d={`M${x} ${invalidation + 2}H${x + 100}`} tone="negative" dashed />
        <Path d={d} tone="muted" />
        <Text at={[x, 18]} tone={tone} text={`${name === 'Bullish' ? '▲' : '▼'} ${name}`} />
      </g>
    ))}
    <Text at={[160, 144]} anchor="middle" text="Green: exit, blue: entry, red: invalidation" />
  </Picture>
);

const Drawdown = () => (
  <Picture label="A line of cumulative results that rises to a peak, falls by 4R and recovers. The fall from the peak to the lowest point is the drawdown.">
    <Path d="M20 124 60 104 90 110 140 40 170 66 190 58 226 104 256 76 300 30" tone="muted" />
    <Path d="M140 40H250" tone="line" dashed />
    <Path d="M226 44V92M220 50 226 44 232 50M220 86 226 92 232 86" tone="negative" />
    <Dot at={[140, 40]} tone="positive" />
    <Dot at={[226, 104]} tone="negative" />
    <Text at={[140, 28]} tone="positive" anchor="middle" text="Peak" />
    <Text at={[216, 128]} tone="negative" anchor="middle" text="Drawdown 4R" />
  </Picture>
);

const CorrectionWindow = () => (
  <Picture label="A line of time. A change within five minutes of publishing becomes part of the published plan. A change after that is shown, but 1R stays as it was.">
    <Box at={[40, 46, 100, 40]} tone="accent" />
    <Path d="M20 86H300" tone="muted" />
    <Dot at={[40, 86]} tone="info" />
    <Dot at={[100, 86]} tone="positive" />
    <Dot at={[230, 86]} tone="muted" />
    <Text at={[90, 36]} tone="accent" anchor="middle" text="Five minutes" />
    <Text at={[40, 108]} tone="info" anchor="middle" text="Published" />
    <Text at={[110, 128]} tone="positive" anchor="middle" text="Corrects the plan" />
    <Text at={[230, 108]} anchor="middle" text="Later: 1R stays" />
  </Picture>
);

const Calibration = () => (
  <Picture label="A diagram of forecasts against what came true. On the diagonal both agree. The dots lie near it at first and below it at the top: there the forecasts were too confident.">
    <Path d="M100 10V126H250" tone="muted" />
    <Path d="M100 126 250 10" tone="line" dashed />
    {(
      [
        [115, 112],
        [145, 94],
        [175, 72],
        [205, 66],
        [235, 52],
      ] as const
    ).map(([x, y]) => (
      <Dot key={x} at={[x, y]} tone={x > 200 ? 'negative' : 'accent'} />
    ))}
    <Text at={[175, 144]} anchor="middle" text="Forecast" />
    <Text at={[92, 30]} anchor="end" text="Came true" />
    <Text at={[262, 64]} tone="negative" text="Too sure" />
  </Picture>
);

const PositionSize = () => (
  <Picture label="Two positions that both risk 100 dollars. With a wide distance to invalidation the position is small, with a narrow distance it is large.">
    <Text at={[20, 26]} text="Wide distance" />
    <Path d="M20 40V70M20 55H150M150 40V70" tone="negative" />
    <Box at={[190, 42, 30, 26]} tone="info" />
    <Text at={[232, 60]} text="= $100" />
    <Text at={[20, 98]} text="Narrow distance" />
    <Path d="M20 112V142M20 127H62M62 112V142" tone="negative" />
    <Box at={[90, 114, 130, 26]} tone="info" />
    <Text at={[232, 132]} text="= $100" />
  </Picture>
);

/** The terms that have a drawing. Terms that belong together share one. */
export const termDrawings: Partial<Record<TermSlug, ComponentType>> = {
  ladder: Ladder,
  r: RMultiples,
  'risk-reward': RiskReward,
  invalidation: Invalidation,
  exit: ScalingOut,
  'scaling-out': ScalingOut,
  bullish: Directions,
  bearish: Directions,
  drawdown: Drawdown,
  'correction-window': CorrectionWindow,
  calibration: Calibration,
  'position-size': PositionSize,
};
